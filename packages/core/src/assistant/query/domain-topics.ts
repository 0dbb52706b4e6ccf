import { stepsOf } from '../analyze-scan.ts'
import { heading, list, paragraph } from '../answer.ts'
import { blocklistAnswer } from '../reply-blocklists.ts'
import { policyAnswer } from '../reply-policy.ts'
import { deliverabilityAnswer, fixesAnswer, secureAnswer } from '../reply-scan.ts'
import { termAnswer } from '../reply-term.ts'
import { type TermId, terms } from '../terms.data.ts'
import {
  belowNote,
  bimiNeeds,
  breaksAnswer,
  costsAnswer,
  findingsAnswer,
  recommendations,
  riskAnswer,
  termStatus,
} from './domain-answers.ts'
import { allTermsIn, termOf, termsOfConcepts } from './term-of-question.ts'
import { aboutScan, type Topic } from './topic.ts'

const anyTerm = Object.keys(termsOfConcepts).join('|')

/** What people send. */
const ownMail: ReadonlySet<string> = new Set(
  'newsletter newsletters mailing mailings campaign campaigns invoice invoices'.split(' '),
)

export const domainTopics: readonly Topic[] = [
  aboutScan({
    id: 'secure',
    asks: [
      'secure',
      'status',
      'secure status',
      'report',
      'issue',
      'broken',
      'secure issue',
      'what issue',
      'monitor secure',
      'worst',
    ],
    also: 'domain monitor score without list record report status secure score scan critical',
    when: ({ own, isNamed, reading }) =>
      own.length <= 1 && (isNamed || reading.refers.it || !reading.forms.has('explain')),
    answer: (scan, { facts, own: [named] }) => [...belowNote(named?.below ?? null, scan), ...secureAnswer(scan, facts)],
  }),
  aboutScan({
    id: 'blocklists-of',
    asks: ['blacklist', 'blacklist status', 'blacklist secure', 'blacklist all'],
    also: 'scan status secure clean all domain exist mailserver webserver issue which list',
    when: ({ own, reading }) => own.length <= 1 && reading.addresses.length === 0,
    answer: (scan, { facts, own: [named] }) => [
      ...belowNote(named?.below ?? null, scan),
      ...blocklistAnswer(scan, facts),
    ],
  }),
  aboutScan({
    id: 'domain-alone',
    asks: ['named', 'list named', 'what named', 'explain named', 'is named', 'how named'],
    also: 'domain',
    when: ({ isNamed, reading, own }) =>
      own.length === 1 && isNamed && reading.concepts.size === 0 && reading.unknown.length === 0,
    answer: (scan, { facts }) => secureAnswer(scan, facts),
  }),
  aboutScan({
    id: 'costs',
    asks: [
      'issue worst',
      'price worst',
      'score dropped',
      'why score',
      'why issue',
      'price',
      'issue price',
      'why',
      'dropped',
      'lose score',
      'why lose score',
      'why without score',
      'why without',
      'why without numbers',
    ],
    also: 'score domain without issue exist price worst dropped lose numbers when all list passes nonmail send',
    takes: ['numbers'],
    when: ({ reading, own }) =>
      own.length <= 1 && (reading.concepts.size === 0 || !reading.concepts.has('changed')) && reading.period === null,
    answer: scan => costsAnswer(scan),
  }),
  aboutScan({
    id: 'fixes',
    asks: [
      'attention',
      'fix',
      'how fix',
      'next',
      'fix issue',
      'attention fix',
      'fix numbers',
      'fix score',
      'fix score numbers',
      'attention issue',
      'next attention',
      'should',
    ],
    also: 'issue score domain exist should report critical attention fix then quota send',
    takes: ['numbers'],
    when: ({ own }) => own.length <= 1,
    answer: (scan, { facts, reading }) => {
      const target = reading.numbers.find(({ value }) => value > (scan.score ?? 0) && value <= 100)
      return [
        ...paragraph(scan.score === null ? '' : `${scan.domain} scores ${scan.score} of 100.`, 'strong'),
        ...fixesAnswer(scan, facts),
        ...paragraph(target === undefined ? '' : 'Each fix says which score it leads to; together they add up.'),
        ...(stepsOf(scan).length === 0 ? recommendations(scan) : []),
      ]
    },
  }),
  aboutScan({
    id: 'wait',
    asks: ['wait', 'wait issue', 'wait attention'],
    also: 'issue attention fix list domain',
    when: ({ own }) => own.length <= 1,
    answer: scan => {
      const found = recommendations(scan)
      return found.length > 0 ? found : paragraph(`The scan of ${scan.domain} has no recommendation that could wait.`)
    },
  }),
  aboutScan({
    id: 'deliver',
    asks: ['deliver', 'deliver fix', 'deliver send', 'why deliver', 'how deliver'],
    also: 'send fix issue mailserver receive attention',
    when: ({ own }) => own.length <= 1,
    answer: (scan, { facts }) => deliverabilityAnswer(scan, facts),
  }),
  aboutScan({
    id: 'risk',
    asks: ['risk', 'spoof', 'risk exist', 'spoof send', 'spoof policy', 'why risk', 'risk deliver', 'spoof subdomain'],
    also: 'send exist domain issue subdomain explain policy status secure hosts service',
    when: ({ own }) => own.length <= 1,
    answer: scan => riskAnswer(scan),
  }),
  aboutScan({
    id: 'policy-move',
    asks: [
      'policies move',
      'policies',
      'policies should',
      'policies risk',
      'policies when',
      'dmarc policies move',
      'policies monitor move',
      'policies secure',
    ],
    also: 'dmarc policy move when should risk secure exist fix wait attention monitor next broken record',
    takes: ['policies'],
    when: ({ own, reading }) =>
      own.length <= 1 &&
      reading.policies.some(policy => policy !== 'none') &&
      !reading.forms.has('write') &&
      !/ what (?:happens|would happen) to /.test(reading.text) &&
      (reading.concepts.has('move') ||
        reading.concepts.has('secure') ||
        reading.forms.has('should') ||
        reading.forms.has('when')),
    answer: scan => policyAnswer(scan),
  }),
  aboutScan({
    id: 'policy-next',
    asks: [
      'policies next|attention',
      'policy next|attention',
      'dmarc next',
      'dmarc policies next|attention',
      'monitorsonly next|attention',
    ],
    also: 'dmarc policy policies next move attention fix record exist what how monitor should secure',
    takes: ['policies'],
    when: ({ own, reading }) => own.length === 1 && !reading.forms.has('when') && !reading.concepts.has('scan'),
    answer: scan => policyAnswer(scan),
  }),
  aboutScan({
    id: 'policy-breaks',
    asks: ['broken policies', 'broken'],
    also: 'dmarc policy move risk exist deliver what send',
    takes: ['policies', 'words'],
    when: ({ own, reading }) =>
      own.length <= 1 &&
      reading.policies.some(policy => policy !== 'none') &&
      reading.unknown.every(word => ownMail.has(word)),
    answer: () => breaksAnswer(),
  }),
  aboutScan({
    id: 'why-term',
    asks: [`why ${anyTerm}`, `why ${anyTerm} broken`, `explain ${anyTerm}`, `why issue ${anyTerm}`],
    also: `record policy exist broken send issue signed key domain without deliver risk secure trusted ${Object.keys(termsOfConcepts).join(' ')}`,
    takes: ['ending', 'policies'],
    when: context => context.own.length <= 1 && context.isNamed && termOf(context) !== null,
    answer: (scan, context) =>
      termAnswer(
        termOf(context) as TermId,
        context.reading.forms.has('why') ? 'why' : 'explain',
        scan,
        context.facts.scope,
      ).concat(bimiNeeds(scan, context)),
  }),
  aboutScan({
    id: 'fix-term',
    asks: [
      `fix ${anyTerm}`,
      `how ${anyTerm}`,
      `fix revoked ${anyTerm}`,
      `attention ${anyTerm}`,
      `should ${anyTerm}`,
      `risk ${anyTerm}`,
    ],
    also: `record policy exist broken send issue signed key domain without attention risk secure should service lookup deliver revoked where how all changed write txt dns access receive ${Object.keys(termsOfConcepts).join(' ')}`,
    takes: ['ending', 'numbers'],
    when: context => context.own.length <= 1 && termOf(context) !== null,
    answer: (scan, context) => {
      const several = allTermsIn(context)
      // "TLS, certificate and reverse DNS": each of them.
      return several.length > 1
        ? several
            .slice(0, 4)
            .flatMap(term => [...heading(2, terms[term].title), ...termAnswer(term, 'fix', scan, context.facts.scope)])
        : termAnswer(termOf(context) as TermId, 'fix', scan, context.facts.scope)
    },
  }),
  aboutScan({
    id: 'term-state',
    asks: [`secure ${anyTerm}`, `status ${anyTerm}`, `issue ${anyTerm}`, `what ${anyTerm} issue`, `broken ${anyTerm}`],
    also: `record policy exist broken send issue signed key domain without secure monitor version trusted length expire mailserver clean ${Object.keys(termsOfConcepts).join(' ')}`,
    takes: ['ending'],
    when: context => context.own.length <= 1 && termOf(context) !== null,
    answer: (scan, context) => termStatus(scan, context),
  }),
  aboutScan({
    id: 'ending',
    asks: ['ending', 'ending spf', 'ending issue', 'ending explain', 'ending send', 'ending secure'],
    also: 'spf record issue secure explain exist risk send domain deliver fix should why is end',
    takes: ['ending'],
    when: ({ own }) => own.length <= 1,
    answer: (scan, context) => termStatus(scan, context),
  }),
  aboutScan({
    id: 'ending-term',
    asks: ['ptr', 'ptr spf', 'ptr issue', 'ptr secure'],
    also: 'spf record issue secure exist risk fix should why is',
    when: ({ own, reading }) => own.length <= 1 && (reading.concepts.has('spf') || reading.text.includes('mechanism')),
    answer: scan =>
      findingsAnswer(
        scan,
        scan.findings.filter(({ id }) => id === 'spf_ptr'),
      ),
  }),
  aboutScan({
    id: 'bimi-needs',
    asks: ['bimi without', 'bimi fix', 'bimi how', 'bimi what', 'bimi list', 'bimi attention', 'bimi'],
    also: 'record exist without fix issue attention next certificate list',
    takes: ['services'],
    when: ({ own, reading }) => own.length <= 1 && (reading.concepts.has('without') || reading.services.length > 0),
    answer: (scan, context) => bimiNeeds(scan, context),
  }),
  aboutScan({
    id: 'registrar',
    asks: ['registrar'],
    also: 'changed fix dns dnssec record issue key reachable',
    when: ({ own }) => own.length <= 1,
    answer: scan =>
      findingsAnswer(
        scan,
        scan.findings.filter(
          ({ action, check, id }) =>
            (action.kind === 'ask' && action.party === 'registrar') || (check === 'dns' && id.startsWith('dnssec')),
        ),
        `There is nothing for the registrar of ${scan.domain} to change.`,
      ),
  }),
  aboutScan({
    id: 'no-score',
    asks: ['why without score', 'why score', 'why without', 'without score', 'score reachable'],
    also: 'score exist scan domain reachable without',
    when: ({ own: [named], facts }) =>
      facts.scans.some(({ domain, score }) => domain === named?.name && score === null),
    answer: scan => [
      ...paragraph(
        `${scan.domain} has no score, because the lookups of MX, SPF and DMARC did not all get an answer from its name servers. Failed lookups cost no points.`,
        'strong',
      ),
      ...list(scan.unchecked.slice(0, 6)),
      ...paragraph('Scan it again when its name servers answer.'),
    ],
  }),
]
