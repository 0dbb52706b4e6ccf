import { type Draft, host, randomAddress4, randomAddress6, text4, text6 } from './draft.ts'
import { randomMacro } from './macro-pattern.ts'

const deepest = 5

/** Terms with a syntax error (RFC 7208 section 4.6: a syntax error anywhere is a permerror). */
const malformed = [
  'ip4:44.0.0',
  'ip4:44.0.0.1/33',
  'ip4:44.0.0.256',
  'ip4:44.0.0.1//32',
  'ip6:2600::/129',
  'ip6:2600:::1',
  'ip4',
  'a:host.example/33',
  'a//129',
  'a:',
  'mx/32/',
  'ptr/24',
  'include:',
  'include',
  'exists',
  'exists:host.example/24',
  'all:here',
  'all/8',
  'ipv4:44.0.0.1',
  'unheard-of:host.example',
  'a:%{x}.host.example',
  'a:%host.example',
  'exists:%{i',
  'exists:%{d0}.example',
  'a:host.example%',
  'a:host',
  'a:44.0.0.1',
  'mx:host.e-',
  'a:%{c}.host.example',
  'redirect=',
  'redirect=host',
  'exp=',
  '!all',
  'all,',
] as const

/**
 * Writes one SPF record, publishes it at `name` with all its targets, and returns its text. All kinds of terms occur,
 * including errors and limits.
 */
export function writeRecord(draft: Draft, name: string, depth: number): string {
  const { dice } = draft
  const terms: string[] = []
  const count = dice.between(1, depth === 0 ? 5 : 3)
  for (let at = 0; at < count; at++) terms.push(cased(draft, term(draft, name, depth)))
  if (dice.percent(depth === 0 ? 5 : 2)) terms.push(...series(draft))
  if (dice.percent(30)) terms.push(`exp=${explanation(draft, name)}`)
  const end = dice.weighted({ all: 58, redirect: depth < deepest ? 20 : 0, both: 4, nothing: 18 })
  if (end === 'redirect' || end === 'both') terms.push(`redirect=${lowerRecord(draft, name, depth)}`)
  if (end === 'all' || end === 'both') terms.push(`${dice.pick(['', '+', '-', '-', '-', '~', '~', '?'])}all`)
  if (dice.percent(8)) terms.splice(dice.between(0, terms.length), 0, unknownModifier(draft))
  if (dice.percent(depth === 0 ? 5 : 1.5)) terms.splice(dice.between(0, terms.length), 0, dice.pick(malformed))
  if (dice.percent(0.7)) terms.push('redirect=a.example', 'redirect=b.example')
  if (dice.percent(0.7)) terms.push('exp=a.example', 'exp=b.example')
  const text = [dice.percent(4) ? 'V=spf1' : 'v=spf1', ...terms].join(dice.percent(5) ? '  ' : ' ')
  const whole = dice.percent(3) ? `${text} ` : text
  draft.records.set(name, { text: whole, depth })
  const published = dice.percent(10) ? cut(whole, dice.between(1, whole.length - 1)) : whole
  const entry = draft.entry(name)
  entry.TXT = [...(entry.TXT ?? []), published]
  if (dice.percent(12))
    entry.TXT.push(dice.pick(['a note', 'v=spf10 -all', 'v=spf1-all', ' v=spf1 -all', 'spf2.0/pra -all']))
  if (dice.percent(depth === 0 ? 1.5 : 1)) entry.TXT.push('v=spf1 a -all')
  return whole
}

/** Several strings are read as one, without a separator (RFC 7208 section 3.3). */
function cut(text: string, at: number): string[] {
  return [text.slice(0, at), text.slice(at)]
}

function cased(draft: Draft, text: string): string {
  if (!draft.dice.percent(6)) return text
  return text.replace(/^([-+~?]?)([a-z0-9]+)/, (_, qualifier: string, name: string) => qualifier + name.toUpperCase())
}

function term(draft: Draft, name: string, depth: number): string {
  const { dice } = draft
  const qualifier = dice.weighted({ '': 46, '+': 8, '-': 15, '~': 16, '?': 15 })
  const kind = dice.weighted({
    ip4: 20,
    ip6: 16,
    a: 18,
    mx: 12,
    include: depth < deepest ? 24 : 0,
    exists: 12,
    ptr: 5,
  })
  switch (kind) {
    case 'ip4':
    case 'ip6':
      return `${qualifier}${kind}:${kind === 'ip4' ? network4(draft) : network6(draft)}`
    case 'a':
      return `${qualifier}a${addressTarget(draft, name)}${dualPrefix(draft)}`
    case 'mx':
      return `${qualifier}mx${exchangerTarget(draft, name)}${dualPrefix(draft)}`
    case 'include':
      return `${qualifier}include:${lowerRecord(draft, name, depth)}`
    case 'exists':
      return `${qualifier}exists:${existing(draft, name)}`
    case 'ptr':
      return `${qualifier}ptr${dice.percent(40) ? '' : `:${dice.pick([draft.domain, 'elsewhere.example', host(draft)])}`}`
    default:
      return kind satisfies never
  }
}

function network4(draft: Draft): string {
  const { dice } = draft
  const address = randomAddress4(draft)
  const prefix = dice.pick([32, 32, 32, 31, 30, 29, 28, 27, 26, 25, 24, 24, 23, 20, 16, 12, 8, 1, 0])
  const first = (address >> BigInt(32 - prefix)) << BigInt(32 - prefix)
  const last = first + (1n << BigInt(32 - prefix)) - 1n
  for (const point of [first - 1n, first, last, last + 1n])
    if (point >= 0n && point < 1n << 32n) draft.points4.add(point)
  const written = text4(dice.percent(40) ? address : first)
  return prefix === 32 && dice.percent(70) ? written : `${written}/${prefix}`
}

function network6(draft: Draft): string {
  const { dice } = draft
  const address = randomAddress6(draft)
  const prefix = dice.pick([
    128, 128, 127, 126, 125, 124, 121, 120, 112, 96, 80, 65, 64, 64, 63, 56, 48, 33, 32, 16, 1, 0,
  ])
  const first = (address >> BigInt(128 - prefix)) << BigInt(128 - prefix)
  const last = first + (1n << BigInt(128 - prefix)) - 1n
  for (const point of [first - 1n, first, last, last + 1n])
    if (point >= 0n && point < 1n << 128n) draft.points6.add(point)
  const value = dice.percent(40) ? address : first
  const full = text6(value)
  const written = dice.pick([
    full,
    full.toUpperCase(),
    full.replace(/(?:^|:)0(?::0)+(?=:|$)/, match => (match.startsWith(':') ? ':' : '::')).replace(/([^:]):$/, '$1::'),
    `${full.split(':').slice(0, 6).join(':')}:${text4(value & 0xffff_ffffn)}`,
  ])
  return prefix === 128 && dice.percent(70) ? written : `${written}/${prefix}`
}

function dualPrefix(draft: Draft): string {
  const { dice } = draft
  const four = dice.percent(25) ? `/${dice.pick([32, 31, 30, 28, 26, 24, 16, 8, 0])}` : ''
  const six = dice.percent(25) ? `//${dice.pick([128, 127, 124, 120, 112, 96, 64, 56, 48, 32, 0])}` : ''
  return four + six
}

/** `:name` for `a`, or nothing. */
function addressTarget(draft: Draft, name: string): string {
  const { dice } = draft
  const how = dice.weighted({ own: 15, host: 65, macro: 20 })
  if (how === 'own') return ''
  if (how === 'host') return `:${host(draft)}${dice.percent(5) ? '.' : ''}`
  return `:${macroName(draft, name, 'A')}`
}

function exchangerTarget(draft: Draft, name: string): string {
  const { dice } = draft
  const how = dice.weighted({ own: 20, host: 55, macro: 12, void: 6, broken: 1.5 })
  if (how === 'own') return ''
  if (how === 'macro') return `:${macroName(draft, name, 'MX')}`
  if (how === 'broken') return `:${host(draft, { broken: 1 })}`
  const target = draft.name('m')
  if (how === 'host') writeExchangers(draft, target)
  return `:${target}`
}

/** Mail exchangers of a name: mostly one to three, sometimes none (RFC 7505), ten or eleven. */
export function writeExchangers(draft: Draft, target: string): void {
  const { dice } = draft
  const count = Number(dice.weighted({ 1: 40, 2: 25, 3: 20, 0: 4, 10: 4, 11: 4 }))
  const exchangers = Array.from({ length: count }, (_, at) => [(at + 1) * 10, host(draft, exchangerKinds)] as const)
  draft.entry(target).MX = count === 0 ? [[0, '.']] : exchangers
}
const exchangerKinds = { four: 20, six: 12, both: 60, alias: 3, void: 2.5, 'no-data': 1.5, broken: 0.3 }

/** A domain-spec with an SPF record one level down: a new one, none, two of them, or a loop. */
function lowerRecord(draft: Draft, name: string, depth: number): string {
  const { dice } = draft
  const how = dice.weighted({ record: 84, macro: 6, none: 2.5, broken: 1.5, loop: 2, self: 1, alias: 2 })
  if (how === 'self') return name
  if (how === 'loop') return draft.domain
  if (how === 'broken') return host(draft, { broken: 1 })
  const target = draft.name(dice.pick(['i', 'spf', '_spf']))
  if (how === 'none') {
    if (dice.percent(50)) draft.entry(target).TXT = ['no record']
    return target
  }
  if (how === 'macro') {
    const pattern = `${randomMacro(dice, 'slodh')}.${target}`
    draft.targets.push({ pattern, domain: name, publish: 'SPF' })
    return pattern
  }
  if (how === 'alias') {
    const alias = draft.name('c')
    draft.entry(alias).CNAME = [target]
    writeRecord(draft, target, depth + 1)
    return alias
  }
  writeRecord(draft, target, depth + 1)
  return dice.percent(4) ? `${target}.` : target
}

function existing(draft: Draft, name: string): string {
  const { dice } = draft
  return dice.percent(20) ? host(draft, { four: 5, void: 2, six: 1 }) : macroName(draft, name, 'A')
}

function macroName(draft: Draft, name: string, publish: 'A' | 'MX'): string {
  const { dice } = draft
  const own = draft.name('e')
  const pattern = dice.pick([
    `%{ir}.%{v}.${own}`,
    `%{i}._spf.${own}`,
    `%{l1r-}.${own}`,
    `%{lr-}.lp.%{ir}.${own}`,
    `${randomMacro(dice, 'slodipvh')}.${own}`,
    `${randomMacro(dice, 'slodipvh')}.${randomMacro(dice, 'slodivh')}.${own}`,
    `${randomMacro(dice, 'lodihv')}%%x.${own}`,
    `a%-b.%{h}.${own}`,
    `${own.slice(0, own.indexOf('.'))}.%{d}`,
    `${own.slice(0, own.indexOf('.'))}.%{o}`,
  ])
  draft.targets.push({ pattern, domain: name, publish })
  return pattern
}

/** Enough of one kind to reach a limit of RFC 7208 section 4.6.4, or to be just below it. */
function series(draft: Draft): string[] {
  const { dice } = draft
  const kind = dice.weighted({ voids: 4, lookups: 4, includes: 2 })
  const count = kind === 'voids' ? dice.between(2, 4) : dice.between(8, 12)
  return Array.from({ length: count }, () => {
    if (kind === 'voids') return `${dice.pick(['a', 'exists', 'mx'])}:${draft.name('void')}`
    if (kind === 'lookups') return `a:${host(draft, { both: 1 })}`
    const target = draft.name('i')
    draft.entry(target).TXT = ['v=spf1 ip4:44.255.255.1 ?all']
    draft.records.set(target, { text: 'v=spf1 ip4:44.255.255.1 ?all', depth: 1 })
    return `include:${target}`
  })
}

function unknownModifier(draft: Draft): string {
  const { dice } = draft
  return dice.pick([
    'match_subdomains=yes',
    `moo=%{d}`,
    'x-y.z=',
    `note=${randomMacro(dice, 'slodivh')}`,
    'ra=postmaster',
  ])
}

/** The explanation of a fail, with the macros that only explanations may use. */
function explanation(draft: Draft, name: string): string {
  const { dice } = draft
  const target = draft.name('x')
  if (dice.percent(6)) return target
  const letters = 'slodivhpcrt'
  const text = Array.from(
    { length: dice.between(1, 4) },
    () => `${dice.pick(['see', 'for', 'at', ''])} ${randomMacro(dice, letters)}`,
  )
  const entry = draft.entry(target)
  entry.TXT = [dice.percent(4) ? `100% wrong ${text.join('')}` : `${text.join(',')} %%%_%- end.`]
  if (dice.percent(4)) entry.TXT.push('a second explanation')
  if (dice.percent(3)) return host(draft, { broken: 1 })
  if (!dice.percent(15)) return target
  const label = target.slice(0, target.indexOf('.'))
  return name === draft.domain ? `${label}.%{d}` : `${label}.%{o}`
}
