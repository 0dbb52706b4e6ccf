import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { repairSpf } from './repair.ts'
import { problemTexts } from './repair-words.ts'

const repairOf = (text: string) => repairSpf([octetsOfText(text)])

describe('a name in its own letters (RFC 8616 section 4)', () => {
  it.each([
    // Mnexa-AI/e2a#931
    ['include:münchen.test', 'include:xn--mnchen-3ya.test'],
    ['include:MÜNCHEN.test', 'include:xn--mnchen-3ya.test'],
    ['a:bücher.example', 'a:xn--bcher-kva.example'],
    ['mx:straße.example/24', 'mx:xn--strae-oqa.example/24'],
    ['+include:例え.テスト', '+include:xn--r8jz45g.xn--zckzah'],
    ['include=münchen.test', 'include:xn--mnchen-3ya.test'],
    ['includes:münchen.test', 'includes:münchen.test'],
  ])('%s is repaired as its A-labels', (written, meant) => {
    const { record, causes } = repairOf(`v=spf1 ${written} ip4:11.22.33.21 -all`)
    if (meant === written) {
      expect(record).toBeNull()
      return
    }
    expect(record).toBe(`v=spf1 ${meant} ip4:11.22.33.21 -all`)
    expect(problemTexts(causes)).toEqual([`${written} has letters outside ASCII and should read ${meant}.`])
  })

  it('as the target of redirect=', () => {
    expect(repairOf('v=spf1 redirect=münchen.test').record).toBe('v=spf1 redirect=xn--mnchen-3ya.test')
  })

  it.each(['include:💩.test', 'include:ｅxample.com', 'include:ü-.test'])('%s is no name, and not guessed', written => {
    expect(repairOf(`v=spf1 ${written} ip4:11.22.33.21 -all`).record).toBeNull()
  })
})
