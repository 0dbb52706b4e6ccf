import { addressesModels, type Evidence, restsOn } from '../check/index.ts'
import { utf8 } from '../dns/index.ts'
import { type ZoneFinding, zoneFinding } from './findings.data.ts'
import type { ZoneValue } from './value.ts'

/**
 * TXT records at the name whose text speaks to AI models. It costs nothing, because mail does not depend on it, and the
 * recognizer can be wrong.
 */
export function modelTextFindings(
  { txt }: Pick<ZoneValue, 'txt'>,
  domain: string,
  evidence: readonly Evidence[],
): readonly ZoneFinding[] {
  const records = txt.filter(text => addressesModels(utf8(text) ?? text)).length
  if (records === 0) return []
  return [zoneFinding('txt_for_models', { domain, records }, restsOn(evidence, { name: domain, type: 'TXT' }))]
}
