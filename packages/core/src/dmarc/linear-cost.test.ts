import { describe, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import {
  defaultDmarcSettings,
  dmarcRecordOf,
  dmarcSettingsOf,
  readFailureOption,
  readPct,
  readReportAddresses,
} from './build.ts'
import { dmarcWalk } from './discover.ts'
import { isDmarcLookalike, isDmarcRecord, parseDmarc } from './record.ts'
import { repairDmarc } from './repair.ts'
import { readReportUri, reportUris, withALabels } from './report-uri.ts'

/** The maximum size of a DNS answer. */
const max = 65_535
const tokens = ['v=DMARC1;', 'p=none;', 'rua=', 'mailto:a{n}@b.c,', 'fo=1:', 'v=', '\0\x1b', ' ;', ' =', '!10m']

describe('takes time in proportion to its length', () => {
  it('a DMARC record', () =>
    expectLinearCost(parseDmarc, {
      max: 8_192,
      tokens,
      heads: ['', 'v=DMARC1;', 'v=DMARC1; rua=', 'v=DMARC1; fo=', 'v=DMARC1; p=', 'v=DMARC1; rua=mailto:'],
    }))

  it('a text that is no DMARC record', () =>
    expectLinearCost(text => [isDmarcRecord(text), isDmarcLookalike(text), parseDmarc(text)], {
      max,
      tokens,
      heads: ['', 'v', 'v=DMARC1'],
    }))

  it('the repair of a record', () =>
    expectLinearCost(repairDmarc, {
      max: 8_192,
      tokens: [
        ...tokens,
        '"',
        '" "',
        '\\',
        ' p:reject',
        ',',
        '\n',
        "'",
        'mailto:',
        '%2c',
        'p=rejct',
        '\xe2\x80\x9c',
        '.',
        'v ',
        ' @',
        'mailto:a{n}@\xc3\xbc,',
      ],
      heads: ['', ' ', 'v=DMARC1;', 'v=DMARC1; rua=', 'v=DMARC1; rua=mailto:', 'v=DMARC1; p=', 'p='],
    }))

  it('a report address, and many', () =>
    expectLinearCost(text => [readReportUri(text), reportUris('rua', text, () => {}), withALabels(text)], {
      max,
      tokens: ['mailto:a{n}@b.c,', 'mailto:a{n}@\xc3\xbc,', 'ü', '\xc3', '%C3%BC', '%41', '%', 'a@', '!1', '?a'],
      heads: ['', 'mailto:', 'mailto:a@', 'mailto:a@b.c?', 'mailto:a@b.c!'],
    }))

  it('the names of the tree walk', () => expectLinearCost(dmarcWalk, { max: 253, tokens: ['a.'] }))

  it('text typed into the builder', () =>
    expectLinearCost(
      text => [
        readReportAddresses(text),
        readPct(text),
        readFailureOption(text),
        dmarcRecordOf({ ...defaultDmarcSettings, rua_email: text, ruf_email: text }),
      ],
      { max, tokens: ['mailto:', 'a{n}@b.c,', 'a.', '1:', '0.', 'e1'], heads: ['', 'mailto:', 'mailto:a@', 'a@', '1'] },
    ))

  it('a record loaded into the builder', () =>
    expectLinearCost(dmarcSettingsOf, { max, tokens, heads: ['v=DMARC1; p=none; rua='] }))
})
