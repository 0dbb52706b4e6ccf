import { describe, expect, it } from 'vitest'
import { judgeHeader } from './judge.ts'
import { parseHeader } from './parse-header.ts'
import { headerOf, lastTwoLabels } from './parsed-header.fixture.ts'

const from = 'From: Bank <service@bank.example>'
const received = (by: string) =>
  `Received: from vps.evil.example (vps.evil.example [203.0.113.9]) by ${by}; Thu, 22 Aug 2002 11:36:16 +0000`
const postfix = received('mx.receiver.example')
const outlook = received('DB5.mail.protection.outlook.com')
const pass = 'spf=pass smtp.mailfrom=bank.example; dkim=pass header.d=bank.example; dmarc=pass header.from=bank.example'
const fail = 'spf=fail smtp.mailfrom=evil.example; dkim=none; dmarc=fail (p=reject) header.from=bank.example'
const read = (...lines: string[]) => {
  const parsed = parseHeader(headerOf([...lines, from]), lastTwoLabels)
  const { findings, threatScore } = judgeHeader(parsed, lastTwoLabels)
  return {
    words: Object.values(parsed.authentication).join(' '),
    ranks: parsed.results.map(({ rank }) => rank).join(' '),
    address: parsed.sendingAddress?.address,
    score: threatScore,
    ids: findings.map(({ id }) => id),
  }
}
const results = (text: string) => `Authentication-Results: ${text}`

describe('results without an authserv-id', () => {
  it('count where no field names the receiver, with a note that the sender could have written them', () => {
    expect(read(postfix, results(pass))).toMatchObject({ words: 'pass pass pass', ids: ['results_unnamed'] })
    expect(read(results(pass))).toMatchObject({ words: 'pass pass pass', ids: [] })
  })

  it('have no such note at Microsoft, which writes no authserv-id, nor above the Received of the receiver', () => {
    expect(read(outlook, results(pass))).toMatchObject({ words: 'pass pass pass', ids: [] })
    expect(read(results(pass), postfix)).toMatchObject({ words: 'pass pass pass', ids: [] })
  })

  it('add no method to a field that names the receiver, above it or below it', () => {
    const own = results('mx.receiver.example; dkim=pass header.d=evil.example')
    const forged = results('spf=pass smtp.mailfrom=bank.example; dmarc=pass header.from=bank.example')
    expect(read(postfix, own, forged)).toMatchObject({ words: 'none pass none', ranks: 'counts untrusted' })
    expect(read(postfix, forged, own)).toMatchObject({ words: 'none pass none', ranks: 'untrusted counts' })
  })

  it('add methods to each other at Microsoft', () => {
    expect(read(outlook, results('spf=fail; dkim=none'), results('dmarc=fail')).words).toBe('fail none fail')
  })
})

describe('several fields that name the receiver', () => {
  const spf = results('mx.receiver.example; spf=pass smtp.mailfrom=evil.example')
  const more = results('mx.receiver.example; dkim=pass header.d=bank.example; dmarc=pass header.from=bank.example')

  it('count together, with a note where the sender could have written the lower ones', () => {
    expect(read(postfix, spf, more)).toMatchObject({ words: 'pass pass pass', ids: ['results_joined'] })
    expect(read(spf, more, postfix)).toMatchObject({ words: 'pass pass pass', ids: [] })
    expect(read(spf, postfix, more).words).toBe('pass none none')
  })

  it('do not count below a Received that was in the message before', () => {
    const older = 'Received: from a by mx1.receiver.example; Thu, 22 Aug 2002 11:36:10 +0000'
    expect(read(postfix, older, more)).toMatchObject({ words: 'none none none', ranks: 'untrusted' })
  })
})

describe('compauth', () => {
  const override = 'compauth=pass reason=130'

  it('overrides a failure of DMARC at Microsoft only', () => {
    expect(read(outlook, results(`${fail}; ${override}`)).ids).toContain('dmarc_overridden')
    const genuine = read(postfix, results(`mx.receiver.example; ${fail}`))
    expect(genuine.ids).toContain('dmarc_fail_enforced')
    for (const forged of [override, `mx.receiver.example; ${override}`]) {
      const { ids, score } = read(postfix, results(`mx.receiver.example; ${fail}`), results(forged))
      expect(ids).not.toContain('dmarc_overridden')
      expect(score).toEqual(genuine.score)
    }
  })
})

describe('Received-SPF that names no writer', () => {
  const forged = 'Received-SPF: pass client-ip=198.51.100.77; envelope-from=service@bank.example'
  const genuine = 'Received-SPF: softfail client-ip=203.0.113.9; envelope-from=service@bank.example'
  const own = results('mx.receiver.example; dkim=none')

  it('gives no sending address that a Received of the receiver contradicts', () => {
    expect(read(postfix, forged).address).toBe('203.0.113.9')
    expect(read(postfix, genuine).address).toBe('203.0.113.9')
    expect(read(forged, postfix).address).toBe('198.51.100.77')
    const silent = 'Received: from vps.evil.example by mx.receiver.example; Thu, 22 Aug 2002 11:36:16 +0000'
    expect(read(silent, forged).address).toBe('198.51.100.77')
  })

  it('adds no SPF to results that name the receiver, unless it is above them or above its Received', () => {
    expect(read(postfix, own, forged).words).toBe('none none none')
    expect(read(postfix, genuine, own).words).toBe('softfail none none')
    expect(read(postfix, forged).words).toBe('pass none none')
    expect(read(genuine, postfix, own).words).toBe('softfail none none')
  })

  it('is no more credible than an address beside results without an authserv-id', () => {
    expect(read(postfix, results('spf=pass (sender IP is 198.51.100.77)')).address).toBe('203.0.113.9')
    expect(read(outlook, results('spf=pass (sender IP is 198.51.100.77)')).address).toBe('198.51.100.77')
  })
})

describe('a field above the Received of the receiver', () => {
  const dmarc = 'dmarc=fail (p=reject) header.from=bank.example'
  const own = results('mx.receiver.example; dkim=none')

  it('counts with the name of a program: OpenDMARC', () => {
    expect(read(results(`OpenDMARC; ${dmarc}`), own, postfix).words).toBe('none none fail')
    expect(read(postfix, results(`OpenDMARC; ${dmarc}`), own).words).toBe('none none none')
    const store = 'Received: from mx.receiver.example by mx.receiver.example with LMTP; Thu, 22 Aug 2002 11:36:17 +0000'
    expect(read(store, results(`OpenDMARC; ${dmarc}`), postfix).words).toBe('none none fail')
  })

  it('does not count with a domain of another organization', () => {
    expect(read(results(`hosting.example; ${pass}`), postfix)).toMatchObject({ words: 'none none none' })
  })

  it('shows nothing at Proton, which sorts the fields by name', () => {
    const proton = received('mailin034.protonmail.ch')
    expect(read(results(`OpenDMARC; ${pass}`), proton)).toMatchObject({ words: 'none none none', ranks: 'untrusted' })
  })
})
