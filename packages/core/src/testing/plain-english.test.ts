import { expect, it } from 'vitest'
import { countWords, plainEnglishFaults, wordingFaults } from './plain-english.ts'

const words = {
  title: 'SPF has no ending',
  meaning: 'Unlisted servers neither pass nor fail.',
  advice: 'Add ~all as the last term.',
}

it('counts a name, a list of names and a quotation as one word', () => {
  expect(countWords('Only the parent lists ns1.example.net.')).toBe(5)
  expect(countWords('Only the parent lists ns1.example.net, ns2.example.net and 3 more.')).toBe(5)
  expect(countWords('The mail servers (mx1.example.com, mx2.example.com) have no address.')).toBe(7)
  expect(countWords('It has the text "a text of some words".')).toBe(5)
})

it('finds nothing in plain words', () => {
  expect(plainEnglishFaults(words)).toEqual([])
  expect(wordingFaults('Publish as TXT at _dmarc.example.com: v=DMARC1; p=none; rua=mailto:a@example.com')).toEqual([])
  expect(
    wordingFaults('Publish as TXT at example.com: v=spf1 mx ~all. If it sends no mail, publish: v=spf1 -all'),
  ).toEqual([])
})

it('names what is against the rules', () => {
  expect(plainEnglishFaults({ ...words, title: 'x'.repeat(61) })).toEqual([expect.stringMatching(/^a title of 61 /)])
  expect(plainEnglishFaults({ ...words, meaning: 'so '.repeat(26).trim() })).toEqual([
    expect.stringMatching(/^a meaning of 26 words/),
  ])
  expect(plainEnglishFaults({ ...words, advice: 'If it does, add ~all.' })).toEqual([
    'an advice without a verb in front: If it does, add ~all.',
  ])
  expect(wordingFaults('Note: see this: there.')).toEqual(['two colons in a sentence: Note: see this: there.'])
  expect(wordingFaults('It has a blank; remove it.')).toEqual([
    '\\bblanks?\\b in: It has a blank; remove it.',
    'a semicolon: It has a blank; remove it.',
  ])
  expect(wordingFaults('It is 99 % of 2000 records.')).toEqual([
    'a space before %: It is 99 % of 2000 records.',
    'digits without a comma: It is 99 % of 2000 records.',
  ])
  expect(wordingFaults('No behaviour is authorised.')).toHaveLength(1)
})
