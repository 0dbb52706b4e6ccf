import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'
import { beforeEach, expect, it } from 'vitest'
import { Refusal } from '../../errors.ts'
import { tokenVerifier } from './tokens.ts'

const issuer = 'https://waxseal.example.org'
const clock = { now: new Date('2026-11-20T09:00:00Z') }
const keys = { set: { keys: [] } as JSONWebKeySet, reads: 0, fail: false }

beforeEach(() => {
  clock.now = new Date('2026-11-20T09:00:00Z')
  keys.set = { keys: [] }
  keys.reads = 0
  keys.fail = false
})

const aVerifier = () =>
  tokenVerifier({
    issuer,
    audience: 'api',
    now: () => clock.now,
    keys: async () => {
      keys.reads++
      if (keys.fail) throw new Error('the database is away')
      return keys.set
    },
  })

/** Adds a signing key, and makes tokens with it. */
async function aSigner(kid: string, alg: 'EdDSA' | 'ES256' = 'EdDSA') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  keys.set.keys.push({ ...(await exportJWK(publicKey)), kid, alg })
  return (claims: { iss?: string; aud?: string; sub?: string; lifetime?: number } = {}) => {
    const now = Math.floor(clock.now.getTime() / 1000)
    return new SignJWT({ sid: 's1', email: 'alex@example.org' })
      .setProtectedHeader({ alg, kid })
      .setIssuer(claims.iss ?? issuer)
      .setAudience(claims.aud ?? 'api')
      .setSubject(claims.sub ?? 'user-1')
      .setExpirationTime(now + (claims.lifetime ?? 300))
      .sign(privateKey)
  }
}

it('reads the keys once for many tokens', async () => {
  const sign = await aSigner('k1')
  const verify = aVerifier()
  for (let n = 0; n < 5; n++) expect(await verify(await sign({ sub: `user-${n}` }))).toMatchObject({ sub: `user-${n}` })
  expect(keys.reads).toBe(1)
})

it('accepts tokens of the new and the old key after a rotation', async () => {
  const old = await aSigner('k1')
  const verify = aVerifier()
  expect(await verify(await old())).not.toBeNull()
  const fresh = await aSigner('k2')
  clock.now = new Date(clock.now.getTime() + 1_000)
  expect(await verify(await fresh())).not.toBeNull()
  expect(await verify(await old())).not.toBeNull()
  expect(keys.reads).toBe(2)
})

it('reads the keys again for tokens of unknown keys, at most once a second', async () => {
  await aSigner('k1')
  const verify = aVerifier()
  const outsider = await aSigner('k9')
  keys.set.keys.pop()
  for (let n = 0; n < 20; n++) {
    clock.now = new Date(clock.now.getTime() + 100)
    expect(await verify(await outsider())).toBeNull()
  }
  expect(keys.reads).toBeLessThanOrEqual(3)
})

it('accepts only our issuer, audience and algorithm, and only until expiry', async () => {
  const sign = await aSigner('k1')
  const verify = aVerifier()
  expect(await verify(await sign({ iss: 'https://evil.example' }))).toBeNull()
  expect(await verify(await sign({ aud: 'mail' }))).toBeNull()
  expect(await verify(await (await aSigner('k2', 'ES256'))())).toBeNull()
  const token = await sign({ lifetime: 60 })
  clock.now = new Date(clock.now.getTime() + 64_000)
  expect(await verify(token)).not.toBeNull()
  clock.now = new Date(clock.now.getTime() + 2_000)
  expect(await verify(token)).toBeNull()
})

it('reports unreadable keys as unavailable, not as an invalid token, and reads them again', async () => {
  const sign = await aSigner('k1')
  const verify = aVerifier()
  keys.fail = true
  await expect(verify(await sign())).rejects.toThrow(Refusal)
  keys.fail = false
  expect(await verify(await sign())).not.toBeNull()
})
