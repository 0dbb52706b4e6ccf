import { describe, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { isBimiText, readBimiRecords } from './bimi.ts'
import { type CaaAnswer, caaClimb, readCaa } from './caa.ts'
import { isMtaStsText, matchesMxPattern, parseMtaStsPolicy, readMtaStsRecords } from './mta-sts.ts'
import { isTlsRptText, readTlsRptRecords, repairTlsRpt } from './tls-rpt.ts'
import { isUsable } from './tlsa.ts'

/** The maximum size of a DNS answer. */
const max = 65_535

describe('costs in proportion to its length', () => {
  it('an MTA-STS record', () =>
    expectLinearCost(text => [isMtaStsText(text), readMtaStsRecords([text])], {
      max,
      tokens: ['id=1;', 'a{n}=b;', ' ;', 'v='],
      heads: ['', 'v=STSv1;', 'v=STSv1; id=', 'v=STSv1'],
    }))

  it('an MTA-STS policy', () =>
    expectLinearCost(parseMtaStsPolicy, {
      max: 65_536,
      tokens: ['mx:', 'mx: a{n}.b\n', 'mx: *.', 'a{n}:b\r\n', '.a', '-a', '\r\n'],
      heads: ['', 'mx:', 'version: STSv1\nmode: enforce\nmax_age: 1\nmx: a'],
    }))

  it('a pattern of a policy', () =>
    expectLinearCost(text => [matchesMxPattern(text, text), matchesMxPattern(`*.${text}`, `a.${text}`)], {
      max,
      tokens: ['*.'],
    }))

  it('a TLS-RPT record', () =>
    expectLinearCost(text => [isTlsRptText(text), readTlsRptRecords([text]), repairTlsRpt([text])], {
      max,
      tokens: ['rua=', 'mailto:a@b.c,', 'mailto:a@\xc3\xbc,', ' ,', ' ;', '.a', '?a'],
      heads: ['', 'v=TLSRPTv1;rua=mailto:a@b', 'v=TLSRPTv1;rua=https://a', 'v=TLSRPTv1;rua=mailto:', 'v=TLSRPTv1;'],
    }))

  it('a BIMI record', () =>
    expectLinearCost(text => [isBimiText(text), readBimiRecords([text])], {
      max,
      tokens: ['l=', 'a{n}=b;', ' ;', ' =', '.a', ':1'],
      heads: ['', 'v=BIMI1;', 'v=BIMI1; l=https://a', 'v = BIMI1; l=https://a/', 'v'],
    }))

  it('a CAA record', () =>
    expectLinearCost(readCaa, {
      max,
      tokens: ['a.b', '-a', ' ;', '; a=b'],
      heads: ['', 'a', 'a;'],
      wrap: (text): CaaAnswer[] => [{ name: 'a', records: tags.map(tag => ({ flags: 0, tag, value: text })) }],
    }))

  it('the tag of a CAA record, and the names asked', () =>
    expectLinearCost(
      text => [readCaa([{ name: 'a', records: [{ flags: 128, tag: text, value: text }] }]), caaClimb(text)],
      { max, tokens: ['issue', 'a.'] },
    ))

  it('a TLSA record', () =>
    expectLinearCost(data => isUsable({ usage: 3, selector: 1, matching: 0, data, digest: null }), {
      max: 131_070,
      tokens: [],
    }))
})

const tags = ['issue', 'issuemail']
