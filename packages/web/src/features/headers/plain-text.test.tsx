import { afterEach, describe, expect, it } from 'vitest'
import { aHop, aLine, anAnalysis } from './analysis.fixture.ts'
import { leave, opened, tab } from './screen.fixture.tsx'

afterEach(leave)

describe('text of a message', () => {
  it('is never markup, wherever it appears', async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202E${'A'.repeat(3_000)}`
    const at = aLine({ label: hostile, text: hostile })
    const { parsed_data } = anAnalysis()
    await opened({
      analysis: anAnalysis({
        parsed_data: {
          ...parsed_data,
          from: hostile,
          to: hostile,
          subject: hostile,
          return_path: hostile,
          message_id: hostile,
          delivery_path: [aHop({ from: hostile, by: hostile, protocol: hostile, at })],
        },
        findings: [
          { id: 'x', points: 5, title: hostile, meaning: hostile, advice: hostile, clause: 'RFC 5322', evidence: [at] },
        ],
        results: [{ method: 'spf', result: hostile, words: hostile, at }],
        ignored_results: [{ authserv_id: hostile, rank: 'untrusted', words: hostile, at }],
        alignment: {
          from_domain: hostile,
          organizational_domain: 'example.com',
          identities: [{ kind: 'dkim', domain: hostile, result: hostile, alignment: 'none', at }],
          aligned: false,
        },
        arc: [{ instance: 1, seal: hostile, domain: hostile, words: hostile, at }],
        verdicts: [{ product: hostile, says: 'note', words: hostile, at }],
      }),
    })
    for (const name of ['Headers', 'Routing', 'Authentication', 'VirusTotal']) {
      tab(name)
      expect(document.querySelector('img')).toBeNull()
      // Each piece of it is cut, and none turns the text around it.
      const pieces = [...document.querySelectorAll('bdi')].filter(({ textContent }) => textContent?.includes('\u202E'))
      expect(pieces.length).toBeGreaterThan(3)
      for (const { textContent } of pieces) expect(textContent?.length).toBeLessThan(700)
      const loose = document.body.textContent?.match(/A{1000}/g) ?? []
      expect(loose).toEqual([])
    }
  })
})
