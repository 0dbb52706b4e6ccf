import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wordFaults } from '../packages/core/src/testing/plain-english.ts'
import { textsOf } from './find-texts.ts'

it('finds strings, templates and texts between tags, and no comment', () => {
  const text = [
    '// a comment of words',
    "const one = ['two words', 'word']",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
    'const two = `${count} more lookups`',
    'const three = <p>',
    '  Add your',
    '  selector.',
    '</p>',
  ].join('\n')
  expect(textsOf({ path: 'example.tsx', text })).toEqual([
    { line: 2, text: 'two words' },
    { line: 3, text: '{} more lookups' },
    { line: 4, text: 'Add your selector.' },
  ])
})

it('names a text that does not parse', () => {
  expect(() => textsOf({ path: 'broken.ts', text: 'const = 1' })).toThrow('broken.ts')
})

/** Texts that a rule does not mean. */
const accepted = [
  // An example of the rules for texts.
  'Over 10 SPF lookups? Two ways to fix it',
  // The words of stored scans of former versions.
  'leads back to ',
]

/** What people ask the assistant is read in their words: in lower case and without full stops, which no answer is. */
const isVocabulary = (path: string, text: string): boolean =>
  path.startsWith('packages/core/src/assistant/') && !/[A-Z.:(]/.test(text)

it('has no text in the product with a word that docs/decisions/0039-plain-english.md replaces', () => {
  const root = join(import.meta.dirname, '..')
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  })
  const sources = paths
    .split('\n')
    .filter(path => /^packages\/\w+\/src\/.*\.tsx?$/.test(path))
    .filter(path => !/\.(?:test|fixture)\.tsx?$|\/testing\//.test(path))
  expect(sources.length).toBeGreaterThan(500)
  const faults = sources.flatMap(path =>
    textsOf({ path, text: readFileSync(join(root, path), 'utf8') })
      .filter(({ text }) => !accepted.includes(text) && !isVocabulary(path, text))
      .flatMap(({ line, text }) => wordFaults(text).map(fault => `${path}:${line}: ${fault}`)),
  )
  expect(faults).toEqual([])
})
