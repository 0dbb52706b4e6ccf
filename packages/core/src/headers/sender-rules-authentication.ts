import { isAlignedPass } from './alignment.ts'
import { bypassedCheck } from './bypassed-check.ts'
import { isTemporaryError, resultsOf } from './counted-results.ts'
import { arcOverride, isListFailure, otherDmarcDomain } from './identity-facts.ts'
import type { JudgedMessage } from './judged-message.ts'
import type { ClauseVerdict } from './sender-rules.ts'

type Judged = Record<
  'spf_or_dkim' | 'spf_and_dkim' | 'dmarc_record' | 'dmarc_alignment' | 'aligned_dkim' | 'gmail_from',
  ClauseVerdict
>

/** The clauses about SPF, DKIM and DMARC, by the results that count. */
export function authenticationClauses(message: JudgedMessage): Judged {
  return {
    spf_or_dkim: spfOrDkim(message),
    spf_and_dkim: spfAndDkim(message),
    dmarc_record: dmarcRecord(message),
    dmarc_alignment: dmarcAlignment(message),
    aligned_dkim: alignedDkim(message),
    gmail_from: gmailFrom(message),
  }
}

type State = 'pass' | 'other' | 'unknown'

function stateOf({ parsed, results }: JudgedMessage, method: 'spf' | 'dkim'): State {
  const result = parsed.authentication[method]
  if (result === 'pass') return 'pass'
  const isReported = resultsOf(results, method).length > 0 || (method === 'spf' && parsed.receivedSpf.length > 0)
  return isReported && !isTemporaryError(result) ? 'other' : 'unknown'
}

function reported({ parsed }: JudgedMessage): string {
  const { spf, dkim } = parsed.authentication
  return `The receiving system reported spf=${word(spf)} and dkim=${word(dkim)}.`
}

function spfOrDkim(message: JudgedMessage): ClauseVerdict {
  const states = [stateOf(message, 'spf'), stateOf(message, 'dkim')]
  if (states.includes('pass')) return ['met', reported(message)]
  if (states.includes('unknown')) return ['unknown', 'The header does not show the results of both SPF and DKIM.']
  return ['not_met', reported(message)]
}

function spfAndDkim(message: JudgedMessage): ClauseVerdict {
  const states = [stateOf(message, 'spf'), stateOf(message, 'dkim')]
  if (states.every(state => state === 'pass')) return ['met', reported(message)]
  if (message.bulkMarks.length === 0) return notBulk
  if (states.includes('other')) return ['not_met', reported(message)]
  return ['unknown', 'The header does not show the results of both SPF and DKIM.']
}

const notBulk: ClauseVerdict = [
  'not_applicable',
  'Gmail and Microsoft ask this of senders of 5,000 messages a day and more, Yahoo of bulk mail: no field marks this message as bulk mail.',
]

function dmarcRecord(message: JudgedMessage): ClauseVerdict {
  const results = resultsOf(message.results, 'dmarc').map(({ method }) => method.result)
  const [result] = results
  if (results.some(each => each === 'pass' || each === 'fail'))
    return [
      'met',
      `The receiving system reported dmarc=${message.parsed.authentication.dmarc === 'pass' ? 'pass' : 'fail'}, so it found a record.`,
    ]
  if (result !== 'none' && result !== 'bestguesspass')
    return ['unknown', 'The header does not show whether the receiving system found a DMARC record.']
  if (message.bulkMarks.length === 0) return notBulk
  return ['not_met', `The receiving system reported dmarc=${result}: it found no DMARC record.`]
}

function dmarcAlignment(message: JudgedMessage): ClauseVerdict {
  const { alignment, parsed, bulkMarks } = message
  const other = otherDmarcDomain(message)
  if (other !== null)
    return [
      'not_met',
      `The receiving system reported dmarc=pass for ${other.domain}, which is not the organization of From.`,
    ]
  if (parsed.authentication.dmarc === 'pass') return ['met', 'The receiving system reported dmarc=pass.']
  const aligned = alignment.identities.find(isAlignedPass)
  if (aligned && parsed.authentication.dmarc !== 'fail')
    return [
      'met',
      `The receiving system reported ${aligned.kind}=pass for ${aligned.domain}, which is aligned with From.`,
    ]
  if (bulkMarks.length === 0) return notBulk
  if (parsed.authentication.dmarc === 'fail') return ['not_met', 'The receiving system reported dmarc=fail.']
  if (alignment.isAligned === null || hasTemporaryError(message))
    return ['unknown', 'The header does not show the results that alignment needs.']
  return ['not_met', 'No identity that passed SPF or DKIM is aligned with the domain of From.']
}

/** GMX and WEB.DE ask it of every message: an SPF result does not replace the signature. */
function alignedDkim(message: JudgedMessage): ClauseVerdict {
  const { alignment } = message
  const signed = alignment.identities.filter(({ kind }) => kind === 'dkim')
  const aligned = signed.find(isAlignedPass)
  if (aligned)
    return ['met', `The receiving system reported dkim=pass for ${aligned.domain}, which is aligned with From.`]
  const state = stateOf(message, 'dkim')
  if (alignment.fromDomain === null || state === 'unknown' || (state === 'pass' && signed.length === 0))
    return ['unknown', 'The header does not show the results of DKIM for the domain of From.']
  return ['not_met', 'No DKIM signature that passed is aligned with the domain of From.']
}

function gmailFrom(message: JudgedMessage): ClauseVerdict {
  const { alignment, parsed } = message
  const { fromDomain } = alignment
  if (fromDomain !== 'gmail.com' && fromDomain !== 'googlemail.com')
    return ['not_applicable', 'From has no address of Gmail.']
  const isPassed = parsed.authentication.dmarc === 'pass' && otherDmarcDomain(message) === null
  if (isPassed || alignment.identities.some(isAlignedPass))
    return ['met', `The receiving system reported results that pass for ${fromDomain}.`]
  if (isListFailure(message) || arcOverride(message) || bypassedCheck(message))
    return ['unknown', 'A list or another forwarding system sent the message on, which can break the results of Gmail.']
  if (parsed.authentication.dmarc === 'fail') return ['not_met', 'The receiving system reported dmarc=fail.']
  return ['unknown', 'The header does not show whether Gmail sent the message.']
}

function hasTemporaryError({ parsed }: JudgedMessage): boolean {
  return [parsed.authentication.spf, parsed.authentication.dkim].some(isTemporaryError)
}

/** A result is text of the message: only words are repeated. */
function word(result: string): string {
  return /^[a-z]{1,20}$/.test(result) ? result : 'unknown'
}
