/** What a repaired record newly does beside its policy, as data. */
export type DmarcEffect =
  /** It tests instead: `pct` is not read any more. */
  | { code: 'pct'; pct: number }
  /** Alignment is strict, as a word meant that receivers do not read. */
  | { code: 'strict'; tag: 'adkim' | 'aspf' }

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
    default:
      return effect satisfies never
  }
}
