import { describe, expect, it } from 'vitest'
import { importsOf, missingPaths, problemsOf } from './check-structure.ts'

const file = (path: string, ...lines: string[]): { path: string; text: string } => ({
  path,
  text: `${lines.join('\n')}\n`,
})

describe('the import table', () => {
  it('keeps core free of packages and of the other workspaces', () => {
    expect(problemsOf(file('packages/core/src/spf/tree.ts', "import { z } from 'zod'"))).toEqual([
      'core may not import the package zod',
    ])
    expect(problemsOf(file('packages/core/src/spf/tree.ts', "import { scan } from '@waxseal/scanner'"))).toEqual([
      'core may not import @waxseal/scanner',
    ])
  })

  it('lets protocol folders of core import dns and check, and no other protocol', () => {
    expect(problemsOf(file('packages/core/src/spf/tree.ts', "import type { Answer } from '../dns/index.ts'"))).toEqual(
      [],
    )
    expect(problemsOf(file('packages/core/src/spf/tree.ts', "import { x } from '../dmarc/index.ts'"))).toEqual([
      'spf may not import dmarc (../dmarc/index.ts)',
    ])
  })

  it('keeps the features of the web apart', () => {
    expect(
      problemsOf(file('packages/web/src/features/domains/page.tsx', "import { x } from '../account/api.ts'")),
    ).toEqual(['features/domains may not import features/account (../account/api.ts)'])
    expect(
      problemsOf(
        file('packages/web/src/features/domains/page.tsx', "import { Seal } from '../../components/seal.tsx'"),
      ),
    ).toEqual([])
  })

  it('lets server features use only the ground features of each other', () => {
    expect(
      problemsOf(file('packages/server/src/features/dashboard/stats.ts', "import { x } from '../scans/store.ts'")),
    ).toEqual([])
    expect(
      problemsOf(file('packages/server/src/features/dashboard/stats.ts', "import { x } from '../alerts/store.ts'")),
    ).toEqual(['features/dashboard may not import features/alerts (../alerts/store.ts)'])
  })

  it('only deps.ts imports adapters', () => {
    const text = "import { smtp } from './adapters/mail/smtp.ts'"
    expect(problemsOf(file('packages/server/src/deps.ts', text))).toEqual([])
    expect(problemsOf(file('packages/server/src/app.ts', text))).toEqual([
      'app may not import adapters (./adapters/mail/smtp.ts)',
    ])
  })

  it('allows addresses of screens in lib/paths.ts only', () => {
    const link = '<Link to="/account#plans">Plans</Link>'
    expect(problemsOf(file('packages/web/src/features/domains/page.tsx', link))).toEqual([
      'spells the address /account#plans: lib/paths.ts names it',
    ])
    expect(problemsOf(file('packages/web/src/app/router.tsx', "{ path: '/tools', lazy }"))).toHaveLength(1)
    expect(problemsOf(file('packages/web/src/features/domains/page.tsx', "void navigate('/tools')"))).toHaveLength(1)
    expect(
      problemsOf(file('packages/web/src/features/domains/page.tsx', '<Link to={paths.plans}>Plans</Link>')),
    ).toEqual([])
    expect(problemsOf(file('packages/web/src/lib/paths.ts', "tools: '/tools'"))).toEqual([])
  })

  it('forbids paths out of a workspace', () => {
    expect(
      problemsOf(file('packages/web/src/lib/api.ts', "import { x } from '../../../core/src/spf/index.ts'")),
    ).toEqual(["leaves its workspace by the path ../../../core/src/spf/index.ts: import the package's name"])
  })
})

describe('tables', () => {
  it('are not passed on by another room either', () => {
    const text = "export { decision } from '../../db/schema/index.ts'"
    expect(problemsOf(file('packages/server/src/features/usage/store.ts', text))).toEqual([
      'the table decision belongs to features/scans/',
    ])
  })

  it('are read and written only by their owner', () => {
    const text = "import { type decision, usageCounter as counter } from '../../db/schema/index.ts'"
    expect(problemsOf(file('packages/server/src/features/usage/store.ts', text))).toEqual([
      'the table decision belongs to features/scans/',
    ])
    expect(problemsOf(file('packages/server/src/testing/neighbor-rows.ts', text))).toEqual([])
  })

  it('have an owner each', () => {
    const text = "import { unheardOf } from '../../db/schema/index.ts'"
    expect(problemsOf(file('packages/server/src/features/usage/store.ts', text))).toEqual([
      'the table unheardOf has no owner in structure-rules.ts',
    ])
  })
})

const inCore = (...lines: string[]): string[] => problemsOf(file('packages/core/src/spf/tree.ts', ...lines))

describe('core', () => {
  it('keeps no state at the top level of a module', () => {
    expect(inCore('let made = 0')).toEqual(['made: let at the top level'])
    expect(inCore('export const kept = new Map<string, string>()')).toEqual(['kept: a Map that is no ReadonlyMap'])
    expect(inCore('const seen: WeakSet<object> = new WeakSet()')).toEqual(['seen: a WeakSet at the top level'])
    expect(inCore('const all: string[] = []')).toEqual(['all: an empty array that can be filled'])
    expect(inCore('const all: Record<string, string> = {}')).toEqual(['all: an empty object that can be filled'])
    expect(inCore('const word = /a/y', 'export const found = (text: string) => word.exec(text)')).toEqual([
      'word: an expression that keeps where it stopped',
    ])
  })

  it('may hold constants, and any state inside a function', () => {
    expect(
      inCore('const byId: ReadonlyMap<string, string> = new Map([])', 'const none: readonly string[] = []'),
    ).toEqual([])
    expect(inCore('const word = /a/g', "export const bare = (text: string) => text.replace(word, '')")).toEqual([])
    expect(
      inCore('export function count() {', '  let n = 0', '  const seen = new Set()', '  return [n, seen]', '}'),
    ).toEqual([])
  })
})

describe('the folders of the scanner', () => {
  it('import only those below them', () => {
    expect(problemsOf(file('packages/scanner/src/dns/client.ts', "import { x } from '../checks/mx.ts'"))).toEqual([
      'dns may not import checks (../checks/mx.ts)',
    ])
    expect(problemsOf(file('packages/scanner/src/checks/mx.ts', "import { x } from '../dns/client.ts'"))).toEqual([])
  })
})

describe('files', () => {
  it('have at most 300 lines unless they are data', () => {
    const long = Array.from({ length: 301 }, () => '//')
    expect(problemsOf(file('packages/core/src/spf/tree.ts', ...long))).toEqual(['301 lines, over 300'])
    expect(problemsOf(file('packages/core/fixtures/zones/world.ts', ...long))).toEqual([])
  })

  it('are not called utils, and are in no folder of that name', () => {
    expect(problemsOf(file('packages/core/src/utils/x.ts', '//'))).toEqual(['the name "utils" says nothing'])
    expect(problemsOf(file('packages/web/src/lib/helpers.ts', '//'))).toEqual(['the name "helpers.ts" says nothing'])
  })

  it('read the environment in env.ts only', () => {
    expect(problemsOf(file('packages/server/src/http/serve.ts', 'process.env.PORT'))).toEqual([
      'reads process.env: only env.ts does',
    ])
    expect(problemsOf(file('packages/server/src/env.ts', 'process.env.PORT'))).toEqual([])
  })
})

it('reads static, side-effect, re-exported and dynamic imports', () => {
  const text = `import a from './a.ts'\nimport {\n  b,\n  c,\n} from './b.ts'\nimport './c.css'\nexport * from './d.ts'\nconst e = await import('./e.ts')\n`
  expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.css', './d.ts', './e.ts'])
})

it('lists the missing paths of a document', () => {
  const document = file('docs/architecture.md', 'See `packages/core/src/dns` and `packages/core/src/gone.ts`.')
  expect(missingPaths(document, path => path === 'packages/core/src/dns')).toEqual(['packages/core/src/gone.ts'])
})
