import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { headerOf, resultOf, resultsWith } from './parsed-header.fixture.ts'
import { providerVerdicts } from './provider-verdict.ts'
import { filterFields } from './provider-verdicts.data.ts'

const said = (...lines: readonly string[]) =>
  providerVerdicts(headerOf(lines)).map(({ says, words }) => `${says}: ${words}`)
/** What the phishing confidence level says. */
const phishingWord = (level: string) => said(`X-MS-Exchange-Organization-PCL: ${level}`)[0]?.split(':')[0]

describe('Microsoft', () => {
  it('judges by category, filter verdict and confidence level', () => {
    expect(said('X-Forefront-Antispam-Report: CIP:192.0.2.1;IPV:NLI;SFV:SPM;SCL:5;CAT:HPHISH;DIR:INB')).toEqual([
      'phishing: Exchange Online judged the message as phishing (CAT HPHISH, high-confidence phishing).',
      'spam: Exchange Online judged the message as spam (SFV SPM, spam).',
      'spam: Exchange Online judged the message as spam (SCL 5).',
    ])
    expect(said('X-Forefront-Antispam-Report: SFV:NSPM;SCL:1;CAT:NONE;IPV:CAL;SRV:BULK')).toEqual([
      'clean: Exchange Online judged the message as not spam (SFV NSPM, not spam).',
      'clean: Exchange Online judged the message as not spam (SCL 1).',
      'bulk: Exchange Online judged the message as bulk mail (SRV BULK).',
      'note: Exchange Online reported that the sending address is on an allow list (IPV CAL).',
    ])
  })

  it('takes a skipped message as not judged', () => {
    expect(said('X-MS-Exchange-Organization-SCL: -1')).toEqual(['note: Exchange skipped its spam filter (SCL -1).'])
    expect(said('X-Forefront-Antispam-Report: SFV:SKN')[0]).toMatch(/^note: /)
  })

  it('does not read levels that are not in use, nor copies of another organization', () => {
    expect(said('X-MS-Exchange-Organization-SCL: 3')).toEqual([])
    expect(said('X-MS-Exchange-Organization-SCL: 99')).toEqual([])
    expect(said('X-Forefront-Antispam-Report-Untrusted: CAT:PHSH;SFV:SPM')).toEqual([])
  })

  it('judges phishing by its confidence level', () => {
    expect(['4', '8', 'Suspicious'].map(phishingWord)).toEqual(['phishing', 'phishing', 'phishing'])
    expect(['1', '3', 'Neutral'].map(phishingWord)).toEqual(['note', 'note', 'note'])
    expect(['0', '9', '44', 'x'].map(phishingWord)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('names the folder', () => {
    expect(said('X-Microsoft-Antispam-Mailbox-Delivery: ucf:0;jmr:0;dest:J;OFR:x')).toEqual([
      'note: Exchange Online put the message into the junk folder (dest:J).',
    ])
    expect(said('X-Microsoft-Antispam-Mailbox-Delivery: dest:I')).toEqual([])
  })

  it('calls a sender with many complaints bulk', () => {
    expect([0, 2, 5, 7, 9].map(level => said(`X-Microsoft-Antispam: BCL:${level};`)[0]?.split(':')[0])).toEqual([
      'note',
      'note',
      'note',
      'bulk',
      'bulk',
    ])
  })

  it('explains compauth and what it did for DMARC, as notes', () => {
    const results = resultsWith(
      resultOf('dmarc=fail', { action: 'oreject' }),
      resultOf('compauth=fail', { reason: '001' }),
    )
    expect(providerVerdicts(headerOf([]), [results]).map(({ says, words }) => [says, words])).toEqual([
      [
        'note',
        'The receiving system reported compauth=fail, reason 001: the domain of From has no authentication records or weak ones.',
      ],
      [
        'note',
        'The receiving system did not reject the message although the policy asks to reject it (action oreject).',
      ],
    ])
  })
})

describe('other filters', () => {
  it.each([
    [
      'X-Spam-Status: Yes, score=14.1 required=4.2 tests=A',
      'spam: SpamAssassin judged the message as spam (Yes, score 14.1 of 4.2 required).',
    ],
    [
      'X-Spam-Status: No, hits=7.0 required=8',
      'clean: SpamAssassin judged the message as not spam (No, score 7.0 of 8 required).',
    ],
    ['X-Spam-Flag: YES', 'spam: Spam filter judged the message as spam (X-Spam-Flag YES).'],
    [
      'X-Spamd-Result: default: False [9.04 / 25.00];',
      'note: Rspamd reported a score of 9.04, below the 25.00 at which it rejects.',
    ],
    [
      'X-Spamd-Result: default: True [29.04 / 25.00];',
      'spam: Rspamd judged the message as spam (score 29.04, limit 25.00).',
    ],
    ['X-Rspamd-Action: add header', 'spam: Rspamd judged the message as spam (action add header).'],
    ['X-Rspamd-Action: soft reject', 'unknown: Rspamd did not reach a verdict (action soft reject).'],
    [
      'X-Proofpoint-Spam-Details: rule=notspam policy=default score=0',
      'clean: Proofpoint judged the message as not spam (rule notspam, score 0).',
    ],
    [
      'X-Proofpoint-Spam-Details: rule=inbound_phish score=90',
      'phishing: Proofpoint judged the message as phishing (rule inbound_phish, score 90).',
    ],
    [
      'X-Barracuda-Spam-Status: Yes, SCORE=5.1 using TAG_LEVEL=3',
      'spam: Barracuda judged the message as spam (Yes, score 5.1 of 3 required).',
    ],
    [
      'X-Rspamd-Result: default: False [3.98 / 6.00];',
      'note: Rspamd reported a score of 3.98, below the 6.00 at which it rejects.',
    ],
    ['X-Rspamd-Status: Yes, score=9.1', 'spam: Rspamd judged the message as spam (Yes, score 9.1).'],
    ['X-Spamd-Bar: ++++', 'note: Rspamd reported a score of about 4.'],
    ['X-Spamd-Bar: --', 'note: Rspamd reported a score of about -2.'],
    ['X-Spamd-Bar: /', 'note: Rspamd reported a score of about 0.'],
    ['X-Vade-Spamstate: clean', 'clean: Vade judged the message as not spam (state clean).'],
    ['X-Vade-Spamstate: spam:medium', 'spam: Vade judged the message as spam (state spam:medium).'],
    ['X-Vade-Spamstate: spam:low', 'unknown: Vade did not reach a verdict (state spam:low).'],
    ['X-Vade-Spamstate: commercial:mce', 'bulk: Vade judged the message as bulk mail (state commercial:mce).'],
    ['X-Vade-Verdict: phishing', 'phishing: Vade judged the message as phishing (state phishing).'],
    ['X-Vade-Spamstate: suspect', 'unknown: Vade reported a value whose meaning is unknown (state suspect).'],
    ['X-Pm-Spam-Action: inbox', 'clean: Proton judged the message as not spam (action inbox).'],
    ['X-Pm-Spam-Action: phishing', 'phishing: Proton judged the message as phishing (action phishing).'],
    ['X-Pm-Spam-Action: dunno', 'unknown: Proton did not reach a verdict (action dunno).'],
    ['X-Pm-Spam-Action: later', 'unknown: Proton reported a value whose meaning is unknown (action later).'],
    ['X-Pm-Spamscore: 101', 'note: Proton reported a spam score of 101.'],
    ['X-AtmailCloud-Spam-Action: no action', 'clean: atmail judged the message as not spam (action no action).'],
    [
      'X-GMX-Antispam: 0 (Mail was not recognized as spam); Detail=V3;',
      'clean: GMX judged the message as not spam (X-GMX-Antispam 0).',
    ],
    [
      'X-GMX-Antispam: 6 (nemesis text pattern profiler); Detail=V3;',
      'unknown: GMX reported a value whose meaning is unknown (X-GMX-Antispam 6).',
    ],
    ['X-Mimecast-Spam-Score: 7', 'note: Mimecast reported a spam score of 7.'],
    ['X-TM-AS-Result: Yes--15.1-5.0-31-10', 'spam: Trend Micro judged the message as spam (X-TM-AS-Result Yes).'],
    ['X-AMP-Result: MALICIOUS', 'malware: Cisco Secure Email reported malware in the message (AMP MALICIOUS).'],
    ['X-SEA-Spam: Gauge=XXXI, Probability=31%, Report=A', 'note: Sophos reported a spam probability of 31%.'],
    ['X-VR-SPAMSTATE: OK', 'clean: Vade judged the message as not spam (state OK).'],
    ['X-SpamExperts-Class: unsure', 'unknown: SpamExperts did not reach a verdict (class unsure).'],
    [
      'X-KLMS-AntiSpam-Status: not_detected',
      'clean: Kaspersky judged the message as not spam (AntiSpam-Status not_detected).',
    ],
    ['X-Mailgun-Sflag: No', 'clean: Mailgun judged the message as not spam (X-Mailgun-Sflag No).'],
    [
      'X-SES-Spam-Verdict: PROCESSING_FAILED',
      'unknown: Amazon SES did not reach a verdict (spam verdict PROCESSING_FAILED).',
    ],
    ['X-Yandex-Spam: 4', 'note: Yandex reported X-Yandex-Spam with a value of 4.'],
    ['X-Virus-Status: Clean', 'note: Antivirus reported no malware (X-Virus-Status Clean).'],
  ])('%s', (line, expected) => {
    expect(said(line)).toEqual([expected])
  })

  it('count in their topmost field only', () => {
    expect(said('X-Spam-Flag: NO', 'X-Spam-Flag: YES')).toEqual([
      'clean: Spam filter judged the message as not spam (X-Spam-Flag NO).',
    ])
  })

  it('give nothing for a value that is not understood', () => {
    for (const { field } of filterFields.filter(
      ({ field }) => !/version|filtered|tracker|analysis|scanned/.test(field),
    ))
      expect(said(`${field}: <script>`, 'Subject: x')).toEqual([])
    expect(said('X-Spam-Flag: constructor', 'X-Rspamd-Action: __proto__')).toEqual([])
  })
})

it('reads any value of any field, in time in proportion to its length', async () => {
  const values = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Za-z:;=,.\d -]{0,60}$/))
  fc.assert(
    fc.property(fc.constantFrom(...filterFields), values, ({ field }, value) => {
      for (const { words } of providerVerdicts(headerOf([`${field}: ${value}`]))) expect(words.length).toBeLessThan(250)
    }),
  )
  await expectLinearCost(value => providerVerdicts(headerOf(filterFields.map(({ field }) => `${field}: ${value}`))), {
    max: 16_384,
    tokens: ['score=', 'SFV:', '=true;', 'Probability='],
    heads: ['', 'Yes, ', 'default: False [', 'rule='],
  })
}, 60_000)
