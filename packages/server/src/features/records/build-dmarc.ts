import { type BuilderWarning, wording } from '@waxseal/contract'
import {
  askConsent,
  type DmarcExternalDestination,
  type DmarcSettings,
  dmarcRecordOf,
  parseDmarc,
  readFailureOption,
  readPct,
  readReportAddresses,
  readReportUri,
} from '@waxseal/core/dmarc'
import { txtStrings } from '@waxseal/core/spf'
import { normalizeName, organizationalDomain } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { keep } from './saved.ts'
import { keepDmarc } from './store.ts'
import { storingTargetOf, type targetOf } from './target.ts'

type Given = Omit<DmarcSettings, 'ruf_email' | 'pct' | 'sp_policy'> &
  Parameters<typeof targetOf>[2] & {
    ruf_email: string | null
    pct: number | string | null
    sp_policy: DmarcSettings['sp_policy'] | null
  }

/** Receivers must support two report addresses (RFC 7489 section 6.2); more are optional. */
const sureAddresses = 2

/**
 * Builds a DMARC record and stores it for a domain of the workspace. Queries the authorization of report addresses at
 * other domains. Without it the record is built all the same, and the reply has the record that the other domain must
 * publish.
 *
 * @throws Refusal as `storingTargetOf`; `validation` for a missing or invalid report address, too many of them, `pct` and `fo`
 */
export async function generateDmarc(deps: Deps, actor: Actor, given: Given, signal: AbortSignal) {
  const target = await storingTargetOf(deps, actor, given)
  const settings = settingsOf(given)
  const dns_record = dmarcRecordOf(settings)
  const record = parseDmarc(dns_record)
  const [error] = record.errors
  if (error !== undefined) throw new Refusal('validation', `Too many report addresses: ${error.message}`)
  const asked = await askConsent(deps.lookups(signal, actor.workspace.id).confirming, record, target.name, signal)
  const external = onceEach(asked)
  await keep(deps, actor, target, 'record.dmarc_generated', (tx, domainId) =>
    keepDmarc(tx, { domainId, settings, record: dns_record, generatedAt: deps.now(), author: authorId(actor) }),
  )
  return {
    ...settings,
    dns_record,
    hostname: '_dmarc' as const,
    strings: txtStrings(dns_record),
    warnings: warningsOf(settings, target.name, external),
    external_reports: external.map(({ uri, domain, name, authorized }) => ({
      address: readReportUri(uri)?.address ?? uri,
      domain,
      state: stateOf(authorized),
      record: { name, value: 'v=DMARC1;' },
    })),
  }
}

function settingsOf(given: Given): DmarcSettings {
  const rua = readReportAddresses(given.rua_email, normalizeName)
  if (!rua.ok) throw new Refusal('validation', rua.message)
  if (rua.addresses.length === 0) throw new Refusal('validation', wording.enterRua)
  const ruf = readReportAddresses(given.ruf_email ?? '', normalizeName)
  if (!ruf.ok) throw new Refusal('validation', ruf.message)
  const pct = readPct(given.pct)
  if (pct === null) throw new Refusal('validation', wording.pctRange)
  const fo = readFailureOption(given.fo)
  if (fo === null) throw new Refusal('validation', wording.failureOption)
  const { policy, np_policy, testing, adkim, aspf } = given
  return {
    policy,
    rua_email: rua.addresses.join(', '),
    ruf_email: ruf.addresses.join(', '),
    pct,
    sp_policy: given.sp_policy ?? '',
    np_policy,
    testing,
    adkim,
    aspf,
    fo,
  }
}

/** An address may get both kinds of reports: one authorization is enough. */
function onceEach(asked: readonly DmarcExternalDestination[]): readonly DmarcExternalDestination[] {
  return [...new Map(asked.map(each => [each.uri, each])).values()]
}

function stateOf(authorized: boolean | null): 'authorized' | 'not_authorized' | 'could_not_check' {
  if (authorized === null) return 'could_not_check'
  return authorized ? 'authorized' : 'not_authorized'
}

function warningsOf(
  settings: DmarcSettings,
  name: string,
  external: readonly DmarcExternalDestination[],
): BuilderWarning[] {
  const domains = (authorized: boolean | null) => [
    ...new Set(external.filter(each => each.authorized === authorized).map(({ domain }) => domain)),
  ]
  const warnings: BuilderWarning[] = [
    ...domains(false).map(domain => ({
      code: 'external_without_consent',
      message: `${domain} has not authorized reports for ${name}. Receivers send no reports there until it publishes the record.`,
    })),
    ...domains(null).map(domain => ({
      code: 'could_not_check',
      message: `Could not check whether ${domain} accepts reports for ${name}`,
    })),
  ]
  const organization = organizationalDomain(name)
  if (organization !== name) {
    warnings.push({
      code: 'below_organization',
      message: `This record covers ${name} only. Its subdomains follow the DMARC record of ${organization}. Without that record, older receivers (RFC 7489) apply no policy to them.`,
    })
  }
  const count = settings.rua_email.split(', ').length
  if (count > sureAddresses) {
    warnings.push({
      code: 'many_addresses',
      message: `Receivers must send reports to ${sureAddresses} addresses. They may ignore the other ${count === sureAddresses + 1 ? 'one' : count - sureAddresses}.`,
    })
  }
  return warnings
}
