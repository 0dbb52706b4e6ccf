/** What a record to publish newly does or leaves out beside its policy, as data. */
export type DmarcEffect =
  /** It tests instead: `pct` is not read any more. */
  | { code: 'pct'; pct: number }
  /** Alignment is strict, as a word meant that receivers do not read. */
  | { code: 'strict'; tag: 'adkim' | 'aspf' }
  /** Report addresses at the domain itself are left out: it takes no mail. */
  | { code: 'no_mail'; domain: string }

/** The effects as sentences, each with a blank behind it; '' without any. */
export function effectsText(effects: readonly DmarcEffect[] = []): string {
  return effects.map(effect => `${effectText(effect)} `).join('')
}

function effectText(effect: DmarcEffect): string {
  switch (effect.code) {
    case 'pct':
      return `Receivers of RFC 9989 no longer read pct=${effect.pct}, so this record also has t=y (test mode).`
    case 'strict':
      return effect.tag === 'adkim'
        ? 'adkim=s makes DKIM alignment strict: mail that only a subdomain signs fails.'
        : 'aspf=s makes SPF alignment strict: mail with a bounce address at a subdomain fails.'
    case 'no_mail':
      return `Use a report address at a domain that receives mail: ${effect.domain} receives none.`
    default:
      return effect satisfies never
  }
}
