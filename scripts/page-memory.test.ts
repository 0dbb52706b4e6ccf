import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { moduleStateOf } from './module-facts.ts'

/**
 * What the modules of the web application remember until the page is loaded again, and why the next scene of the browser
 * tests, which comes without a load (e2e/in-page.ts), does not see it.
 */
const remembered = [
  // Code and what is derived of it, the same for all scenes.
  'features/domains/alphabet.ts collator',
  'ui/deferred.tsx times',
  'features/chat/entries.ts known',
  'features/domains/selection.ts nothingSelected',
  // By the key of each visit.
  'features/subdomain-spf/page.tsx works',
  // The session. A scene that has to do with it is loaded.
  'lib/api.ts refresh',
  'lib/api.ts tokenGetter',
  'lib/drafts.ts owner',
  'lib/session/session.tsx mounted',
  'lib/workspace.ts userId',
  // Each part on screen takes its own out.
  'components/record-view/first-record.ts listeners',
  'components/record-view/first-record.ts shown',
  'features/domains/use-bulk-scan.ts listeners',
  'lib/density.ts listeners',
  'lib/drafts.ts stores',
  'lib/single-keys.ts listeners',
  'lib/theme.ts listeners',
  'lib/upgrade.ts listeners',
  'lib/workspace.ts listeners',
  // `rest` looks into the storage that keeps the same.
  'lib/density.ts isCompact',
  'lib/drafts.ts kept',
  'lib/single-keys.ts on',
  'lib/theme.ts theme',
  'lib/workspace.ts workspaceId',
  // `rest` sees the dialog.
  'lib/upgrade.ts request',
  // After a call that starts a scan, and at the landing page, the page is loaded.
  'features/domains/use-bulk-scan.ts run',
  'features/landing/page.tsx wasDrawn',
]

it('is known of all memory of the pages what the next scene sees of it', () => {
  const folder = join(import.meta.dirname, '../packages/web/src')
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '.'], { cwd: folder, encoding: 'utf8' })
  const paths = files.split('\n').filter(path => /\.tsx?$/.test(path) && !/\.(?:test|fixture|data)\./.test(path))
  const found = paths.flatMap(path => {
    const text = readFileSync(join(folder, path), 'utf8')
    const drafts = [...text.matchAll(/^(?:export )?const (\w+) = createDrafts<.+>\(\)/gm)].map(([, name]) => name)
    return [...moduleStateOf({ path, text }).map(line => line.split(':')[0]), ...drafts].map(name => `${path} ${name}`)
  })
  expect(found.sort()).toEqual(remembered.sort())
})
