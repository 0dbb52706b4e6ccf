/** What a record to publish newly does or leaves out beside its policy, as data. */
export type DmarcEffect =
  /** It tests instead: `pct` is not read any more. */
  | { code: 'pct'; pct: number }
  /** Alignment is strict, as a word meant that receivers do not read. */
  | { code: 'strict'; tag: 'adkim' | 'aspf' }
  /** Report addresses at the domain itself are left out: it takes no mail. */
  | { code: 'no_mail'; domain: string }
  /** An address of the tag is left out: it is in text around the record. */
  | { code: 'outside'; tag: 'rua' | 'ruf' }

/** The effects as sentences, each with a blank behind it; '' without any. */
export function effectsText(effects: readonly DmarcEffect[] = []): string {
  return effects.map(effect => `${effectText(effect)} `).join('')
}

function effectText(effect: DmarcEffect): string {
  switch (effect.code) {
    case 'pct':
      return `Replace pct=${effect.pct}, which RFC 9989 removed, with t=y (test mode).`
    case 'strict':
      return effect.tag === 'adkim'
        ? 'Check that no mail is signed only by a subdomain, because adkim=s makes DKIM alignment strict.'
        : 'Check that no bounce address is at a subdomain, because aspf=s makes SPF alignment strict.'
    case 'no_mail':
      return `Use a report address at a domain that receives mail, because ${effect.domain} receives none.`
    case 'outside':
      return `Add ${effect.tag} yourself if you want reports at an address in the text around the record. It is left out here.`
    default:
      return effect satisfies never
  }
}
