import { markdownOf, recordFinder } from '@waxseal/core/assistant'
import { describe, expect, it } from 'vitest'
import { answerHtml } from './answer-html.ts'
import { recordsShown } from './testing/answer-reader.ts'

const find = recordFinder({ made: [], published: [], texts: [] })
const ofModel = (markdown: string) => answerHtml(markdown, find)

describe('who wrote an answer', () => {
  it('is said below every answer of a model, because plain words can tell what to publish too', () => {
    expect(ofModel('Change your nameservers to the ones of your provider.')).toMatch(
      /<p class="ai-note">A language model wrote this answer\. Publish only records with the mark “Made by Waxseal”\.<\/p>$/,
    )
    expect(answerHtml('Hello.', 'made')).not.toContain('ai-note')
  })

  it('makes a file one of ours where it was our code', () => {
    const markdown = markdownOf([{ kind: 'file', lines: ['version: STSv1', 'mode: testing'] }])
    const lines = 'version: STSv1<br>mode: testing'
    expect(answerHtml(markdown, 'made')).toContain(`<span class="ai-record ai-checked"><span class="ai-value">${lines}`)
    expect(ofModel(markdown)).not.toContain('ai-checked')
  })

  it('makes a record a published one where it was our code, and its content does in an answer of a model', () => {
    const markdown = markdownOf([
      {
        kind: 'published',
        record: { name: 'a.example', type: 'MX', value: '5 b.example' },
        when: 'scan of Nov 26, 2026, 21:26 UTC',
      },
    ])
    expect(recordsShown(answerHtml(markdown, 'made')).records).toEqual([
      'ai-published: a.example MX 5 b.example scan of Nov 26, 2026, 21:26 UTC',
    ])
    expect(recordsShown(ofModel(markdown)).warns).toBe(true)
  })
})
