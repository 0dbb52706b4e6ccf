/** Each state has one name (`core/check/states.data.ts`): no text that people read has one of the words that it replaced. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { severities, severityMeanings, stateMeanings, states, waitMeanings, waits } from '@waxseal/core/check'
import { expect, it } from 'vitest'

const packages = join(import.meta.dirname, '../..')

/** Texts of the specification, and names of places that it quotes. */
const quoted = [
  'Blacklist detection',
  'Blacklist Status',
  'Failed to check blacklists',
  'Check blacklist status',
  'Top 10 blacklists',
  'All 34 blacklists',
  'Custom blacklist configuration',
  'blacklist monitoring across',
  // The badge and its section.
  "'Blacklists'",
  'section Blacklists',
  'under Blacklists',
  // A command, and words of questions to the assistant.
  'waxseal blacklist',
  "'blacklisted'",
]

const replaced =
  /\b(?:Upgrade needed|Not set up|Partly known|No score yet|Scan again after|start by themselves|wait a moment)\b|'(?:Not tested|Closed|Unknown result|Pending|Does not apply)'/

/** Words of the tables with more than one word: a source that has one as a text of its own does not take it from there. */
const owned = new Set<string>(
  [states, waits].flatMap(table => Object.values(table).map(({ word }) => word)).filter(word => word.includes(' ')),
)
/** Other things of the same name: a header field that is absent, a refusal, a check and an alert. */
const namesakes = new Set(['Not found', 'Open relay'])

/** A name in code is no text: a text has the word beside others, or begins with a capital. */
const blacklist = /Blacklists?\b(?![\w.(<'])|[\w,] blacklists?\b|\bblacklists? \w/

/** The lines of the sources that are texts, without comments, types and imports. */
function textLines(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => !/^\s*(?:\*|\/\/|\/\*\*|import |export \{|type |interface )/.test(line))
    .filter(line => /['"`]|^\s*[A-Z][^;{}()=]*$|>[^<{]/.test(line))
}

const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
  path => /^\w+\/src\/.*\.tsx?$/.test(path) && !/\.(?:test|soak|fixture)\.|\/testing\/|\/db\/|-client\.ts$/.test(path),
)

it('no text names a state in a word that another one replaced', () => {
  const faults = sources.flatMap(path =>
    textLines(join(packages, path)).flatMap(line => {
      const rest = quoted.reduce((text, phrase) => text.replaceAll(phrase, ''), line)
      const shown = textsIn(rest).filter(text => !isVocabulary(path, text))
      return replaced.test(rest) || blacklist.test(shown.join('\n')) ? [`${path}: ${line.trim()}`] : []
    }),
  )
  expect(faults).toEqual([])
})

/** What people ask the assistant is read in their words: in lower case and without punctuation, which no answer is. */
function isVocabulary(path: string, text: string): boolean {
  return path.startsWith('core/src/assistant/') && /^['`][^A-Z.:]*['`]$/.test(text)
}

/** The texts in a line: between quotation marks or tags, or the whole line where it is a sentence of a screen. */
function textsIn(line: string): readonly string[] {
  const texts = [...line.matchAll(/'[^']*'|"[^"]*"|`[^`]*`|>[^<>{}]+</g)].map(([text]) => text)
  return /^\s*[A-Z][\w,' ]+ [^;(){}=<>]*$/.test(line) ? [...texts, line] : texts
}

it('every source takes the names of states and waits from the table', () => {
  const faults = sources
    .filter(path => !/check\/(?:states|waits)\.data\.ts$/.test(path))
    .flatMap(path =>
      textLines(join(packages, path)).flatMap(line =>
        [line.trim(), ...textsIn(line).map(text => text.slice(1, -1))]
          .filter(text => owned.has(text) && !namesakes.has(text))
          .map(text => `${path}: ${text}`),
      ),
    )
  expect(faults).toEqual([])
})

it('each state and each severity has a word of its own and a meaning of at most 25 words', () => {
  for (const table of [states, waits, severities]) {
    const words = Object.values(table).map(({ word }) => word)
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) expect(word.length).toBeLessThanOrEqual(28)
  }
  for (const meanings of [stateMeanings, waitMeanings, severityMeanings]) {
    for (const meaning of Object.values(meanings)) {
      expect(meaning).toMatch(/\.$/)
      expect(meaning.split(' ').length).toBeLessThanOrEqual(25)
    }
  }
})
