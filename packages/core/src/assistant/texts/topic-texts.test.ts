import { describe, expect, it } from 'vitest'
import { findingOf, recordsInProse, scanFactsOf, textsOf } from '../answers.fixture.ts'
import { refusalTexts, topicAnswer, topicTexts } from './index.ts'

const all = [...refusalTexts, ...topicTexts]

describe('a short text', () => {
  it('has an id of its own, a title of at most 60 characters, and a source with the month in which it was read', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const { title, source, checked } of all) {
      expect(title.length, title).toBeLessThanOrEqual(60)
      expect(source.length).toBeGreaterThan(5)
      expect(checked).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/)
    }
  })

  it('has at most 1,200 characters', () => {
    const long = all.map(({ id, answer }) => [id, textsOf(answer).join('\n').length] as const)
    expect(long.filter(([, length]) => length > 1_200)).toEqual([])
  })

  it('names no record to publish in a sentence: only our code makes one', () => {
    expect(all.flatMap(({ id, answer }) => recordsInProse(answer).map(record => [id, record]))).toEqual([])
  })

  it('keeps its sentences short, in American spelling and plain words', () => {
    const words = all.flatMap(({ id, answer }) =>
      textsOf(answer)
        .flatMap(text => text.split(/(?<=[.:?]) /))
        .filter(
          sentence =>
            sentence.split(' ').length > 40 ||
            /\b(?:behaviour|authoris|favour|recognis|whoever|foreign|stranger|forger)/.test(sentence),
        )
        .map(sentence => [id, sentence]),
    )
    expect(words).toEqual([])
  })
})

describe('the answer of a text', () => {
  const text = topicTexts.find(({ id }) => id === 'way-to-reject')

  it('names the findings of the scan that show its cause, and the source', async () => {
    const scan = { ...(await scanFactsOf()), findings: [findingOf('dmarc_rua_missing'), findingOf('bl_low')] }
    const said = textsOf(topicAnswer(text!, scan)).join('\n')
    expect(said).toContain(findingOf('dmarc_rua_missing').reason)
    expect(said).not.toContain(findingOf('bl_low').reason)
    expect(said).toContain('Source: RFC 9989')
    expect(said).toContain('Read in November 2026.')
  })

  it('says so where the scan shows none of them, and whether lookups failed', async () => {
    const scan = await scanFactsOf()
    expect(textsOf(topicAnswer(text!, { ...scan, findings: [], unchecked: ['DKIM: timeout'] })).join('\n')).toContain(
      'has no finding that shows this cause. Some lookups of it failed.',
    )
  })

  it('leaves out findings that someone accepted', async () => {
    const scan = {
      ...(await scanFactsOf()),
      findings: [{ ...findingOf('dmarc_rua_missing'), decision: 'accepted' as const }],
    }
    expect(textsOf(topicAnswer(text!, scan)).join('\n')).toContain('has no finding that shows this cause')
  })

  it('is the text alone without a scan', () => {
    expect(textsOf(topicAnswer(text!, null)).join('\n')).not.toContain('scan of')
  })
})
