import { formatAddress, parseAddress } from '../../dns/index.ts'
import { questionMax } from '../question.ts'

/** A piece of a question, in its order. */
export type Token =
  | { kind: 'word'; text: string }
  /** A host or domain name, in lower case. */
  | { kind: 'name'; text: string }
  /** An IP address in one spelling. */
  | { kind: 'address'; text: string }
  | { kind: 'email'; text: string }
  /** `p=none`, `spf=softfail`. */
  | { kind: 'tag'; key: string; value: string }
  /** A term of an SPF record: `include:example.com`, `ip4:192.0.2.1`. */
  | { kind: 'term'; text: string }
  /** `~all`. */
  | { kind: 'ending'; qualifier: '+' | '-' | '~' | '?' }
  /** `_dmarc`, `s1._domainkey`. */
  | { kind: 'label'; text: string }
  | { kind: 'number'; value: number }

const tokensMax = 400

const ending = /^[("'`]?([-+~?])all[).,"'`?!:;]{0,3}$/
const tag = /^([a-z][a-z0-9_-]{0,19})=([a-z0-9._:+/@!-]{0,80})/
const term = /^[-+~?]?(?:include|exists|a|mx|ptr|ip4|ip6|redirect|exp)[:=][^\s]{1,253}$/
const email = /^[^\s@]{1,64}@[^\s@]{3,253}$/
const name =
  /^(?=.{4,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.){1,20}(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u
const edge = /^[("'“”‘’`<[{,;:!?]{1,8}|[)"'“”‘’`>\]},;:!?]{1,8}$/g

/** Divides a question into words, names, addresses and terms of records. Any text is accepted. */
export function tokensOf(text: string): readonly Token[] {
  const plain = text.slice(0, questionMax).normalize('NFKC').toLowerCase().slice(0, questionMax)
  return plain
    .split(/\s+/u)
    .filter(piece => piece !== '')
    .slice(0, tokensMax)
    .flatMap(pieceTokens)
    .flatMap((token, at): readonly Token[] =>
      token.kind === 'word' ? withoutContraction(token.text, at === 0).map(text => ({ kind: 'word', text })) : [token],
    )
    .slice(0, tokensMax)
}

function pieceTokens(piece: string): readonly Token[] {
  const all = ending.exec(piece)
  if (all !== null) return [{ kind: 'ending', qualifier: all[1] as '+' }]
  const bare = piece
    .replaceAll(edge, '')
    .replace(/\.{1,8}$/, '')
    .replace(/['’]s$/, '')
  if (bare === '') return []
  if (term.test(bare)) return [{ kind: 'term', text: bare }]
  // As refusals quote it: "554 IP=203.0.113.7".
  if (bare.startsWith('ip=')) return pieceTokens(bare.slice(3))
  const tagged = tag.exec(bare)
  if (tagged !== null)
    return [{ kind: 'tag', key: tagged[1] ?? '', value: (tagged[2] ?? '').replace(/[.,;:!?]{1,8}$/, '') }]
  if (email.test(bare)) return [{ kind: 'email', text: bare }]
  const url = /^[a-z]{3,6}:\/\/([^/?#:]{1,253})/.exec(bare)?.[1]
  if (url !== undefined) return pieceTokens(url)
  const address = parseAddress(bare.replace(/\/\d{1,3}$/, ''))
  if (address !== null && /[.:]/.test(bare)) return [{ kind: 'address', text: formatAddress(address) }]
  if (name.test(bare)) {
    return bare.startsWith('_') || bare.includes('._')
      ? [{ kind: 'label', text: bare }]
      : [{ kind: 'name', text: bare }]
  }
  if (/^_[a-z-]{2,20}$/.test(bare)) return [{ kind: 'label', text: bare }]
  return wordTokens(bare)
}

const contractions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'do does did is are was were has have had would should could must need'.split(' ').map(verb => [`${verb}nt`, verb]),
  ),
  cant: 'can',
  wont: 'will',
}

/**
 * The words of a contraction: "dont" is "do not", so that what is negated is read as that. At the beginning of a question it
 * negates nothing: "isn't it …" asks whether it is.
 */
export function withoutContraction(word: string, isFirst: boolean): readonly string[] {
  const verb = Object.hasOwn(contractions, word) ? contractions[word] : undefined
  if (verb === undefined) return [word]
  return isFirst ? [verb] : [verb, 'not']
}

/** `mta-sts` is two words, and `what's` is `whats`; `5.7.26` stays one. */
function wordTokens(piece: string): readonly Token[] {
  if (/^\d{1,9}$/.test(piece.replaceAll(',', ''))) return [{ kind: 'number', value: Number(piece.replaceAll(',', '')) }]
  if (/^[245]\.\d{1,3}\.\d{1,3}$/.test(piece)) return [{ kind: 'word', text: piece }]
  if (/^(?:tlsv?)?1\.[0-3]$/.test(piece)) return [{ kind: 'word', text: `tls ${piece.replace(/^tlsv?/, '')}` }]
  return piece
    .replaceAll(/['’‘`]/g, '')
    .split(/[^\p{L}\p{N}@+]+/u)
    .filter(word => word !== '' && word !== '+')
    .flatMap((word): readonly Token[] => {
      if (/^\d{1,9}$/.test(word)) return [{ kind: 'number', value: Number(word) }]
      return [{ kind: 'word', text: word }]
    })
}
