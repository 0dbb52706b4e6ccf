import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { parseSpf } from './record.ts'
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

  it.each([
    ['exists:%{i}.bücher.test', 'exists:%{i}.xn--bcher-kva.test'],
    ['exists:%{ir}.%{l1r+-}._spf.bücher.test', 'exists:%{ir}.%{l1r+-}._spf.xn--bcher-kva.test'],
    ['include:bücher.%{d2}', 'include:xn--bcher-kva.%{d2}'],
    ['-a:%{d}.bücher.test/24', '-a:%{d}.xn--bcher-kva.test/24'],
  ])('%s has its macros in the repair, too', (written, meant) => {
    const { record, causes } = repairOf(`v=spf1 ${written} ip4:11.22.33.21 -all`)
    expect(record).toBe(`v=spf1 ${meant} ip4:11.22.33.21 -all`)
    expect(problemTexts(causes)).toEqual([`${written} has letters outside ASCII and should read ${meant}.`])
    expect(parseSpf(octetsOfText(`v=spf1 ${written} -all`)).problems[0]?.message).toMatch(
      / with letters outside ASCII, which a name has as A-labels only \(RFC 8616\)$/,
    )
  })

  it('with a macro inside the label is not guessed: what the macro stands for belongs to the A-label', () => {
    expect(repairOf('v=spf1 exists:%{i}bücher.test ip4:11.22.33.21 -all').record).toBeNull()
  })

  it('an invisible character is named, and the name without it is right', () => {
    const text = 'v=spf1 exists:%{i}._s.%{l}.\u200bx.test ip4:11.22.33.21 -all'
    expect(parseSpf(octetsOfText(text)).problems[0]?.message).toBe('exists with an invisible character (U+200B)')
    expect(repairOf(text).record).toBe('v=spf1 exists:%{i}._s.%{l}.x.test ip4:11.22.33.21 -all')
  })

  it('as the target of redirect=', () => {
    expect(repairOf('v=spf1 redirect=münchen.test').record).toBe('v=spf1 redirect=xn--mnchen-3ya.test')
  })

  it.each(['include:💩.test', 'include:ｅxample.com', 'include:ü-.test'])('%s is no name, and not guessed', written => {
    expect(repairOf(`v=spf1 ${written} ip4:11.22.33.21 -all`).record).toBeNull()
  })
})
