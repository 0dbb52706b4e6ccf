import { describe, expect, it } from 'vitest'
import { RefusedNames } from './refused-names.ts'

/** A resolver that refuses names now and then, and answers other queries in between. */
function resolver() {
  const names = new RefusedNames()
  let sent = 0
  let answered = 0
  return {
    names,
    answersAnother: (): void => {
      answered = ++sent
    },
    refuses: (name: string, nowMs: number): boolean => {
      sent++
      return names.add(name, sent, sent, answered, nowMs)
    },
  }
}

/** The name is refused six times in a second, and another query is answered after the first time. */
function refusesForASecond(name: string) {
  const it = resolver()
  it.refuses(name, 0)
  it.answersAnother()
  for (const nowMs of [200, 400, 600, 800, 1000]) it.refuses(name, nowMs)
  return it
}

describe('a verdict on a name', () => {
  it('is six refusals in a second, while other queries are answered', () => {
    const { names } = refusesForASecond('policy.example')
    expect(names.hasVerdictOn('policy.example')).toBe(true)
    expect(names.hasVerdictOn('other.test')).toBe(false)
  })

  it('covers all names below it', () => {
    const { names } = refusesForASecond('policy.example')
    expect(names.hasVerdictOn('selector1._domainkey.policy.example')).toBe(true)
    expect(names.hasVerdictOn('otherpolicy.test')).toBe(false)
  })

  it('comes from different names below one zone, too', () => {
    const it = resolver()
    it.refuses('a.policy.example', 0)
    it.answersAnother()
    for (const label of ['b', 'c', 'd', 'e', 'f']) it.refuses(`${label}.policy.example`, 200 * label.charCodeAt(0))
    expect(it.names.hasVerdictOn('g.policy.example')).toBe(true)
  })

  it('is no verdict on the names above or beside it that were answered', () => {
    const { names } = refusesForASecond('policy.company.example')
    names.took('mail.company.example')
    expect(names.hasVerdictOn('company.example')).toBe(false)
    expect(names.hasVerdictOn('www.company.example')).toBe(false)
    expect(names.hasVerdictOn('policy.company.example')).toBe(true)
  })

  it('ends with the first answer at the name or below', () => {
    const { names } = refusesForASecond('policy.example')
    names.took('www.policy.example')
    expect(names.hasVerdictOn('policy.example')).toBe(false)
  })

  it('never comes from many refusals at once: these are the sign of a busy resolver', () => {
    const it = resolver()
    it.answersAnother()
    for (let i = 0; i < 1000; i++) {
      it.refuses(`n${i}.many.example`, i / 10)
      it.answersAnother()
    }
    expect(it.names.hasVerdictOn('n1.many.example')).toBe(false)
  })

  it('never comes while the resolver refuses everything', () => {
    const it = resolver()
    it.answersAnother()
    for (let i = 0; i < 100; i++) it.refuses('policy.example', i * 200)
    expect(it.names.hasVerdictOn('policy.example')).toBe(false)
  })
})

describe('a refusal', () => {
  it('is new for a name when nothing there or above was refused, or something was answered since', () => {
    const it = resolver()
    expect(it.refuses('n1.many.example', 0)).toBe(true)
    expect(it.refuses('n1.many.example', 0)).toBe(false)
    expect(it.refuses('n2.many.example', 0)).toBe(false)
    it.names.took('n3.many.example')
    expect(it.refuses('n1.many.example', 0)).toBe(false)
    expect(it.refuses('n2.many.example', 0)).toBe(false)
    it.names.took('n4.many.example')
    expect(it.refuses('n5.many.example', 0)).toBe(true)
  })

  it('is proved to come from the load when the same name is answered later', () => {
    const it = resolver()
    it.refuses('n1.many.example', 0)
    expect(it.names.took('n2.many.example')).toBe(false)
    expect(it.names.took('n1.many.example')).toBe(true)
    expect(it.names.took('n1.many.example')).toBe(false)
  })
})

describe('the names kept', () => {
  it('are 512 at most; a zone that is refused again and again is not forgotten', () => {
    const it = resolver()
    it.answersAnother()
    for (let i = 0; i < 5000; i++) {
      it.refuses(`n${i}.policy.example`, i)
      it.answersAnother()
    }
    expect(it.names.size).toBe(512)
    expect(it.names.hasVerdictOn('policy.example')).toBe(true)
  })

  it('above a long name are those of up to six labels', () => {
    const it = resolver()
    it.refuses(`${Array.from({ length: 34 }, () => '0').join('.')}.ip6.arpa`, 0)
    expect(it.names.size).toBe(7)
  })
})
