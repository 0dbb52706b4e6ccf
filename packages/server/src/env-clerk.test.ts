import { describe, expect, it } from 'vitest'
import { EnvProblems, readEnv } from './env.ts'
import { clerkHost } from './env-clerk.ts'

const publishable = `pk_test_${btoa('clerk.example.org$')}`
const secret = `sk_test_${'k'.repeat(40)}`
const clerk = { AUTH: 'clerk', CLERK_PUBLISHABLE_KEY: publishable, CLERK_SECRET_KEY: secret }

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readEnv(variables)
    return []
  } catch (error) {
    if (error instanceof EnvProblems) return error.problems
    throw error
  }
}

it('the built-in sign-in is the default', () => {
  expect(readEnv({}).auth).toEqual({ kind: 'embedded' })
})

it('Clerk needs its two keys, and may have the public one', () => {
  expect(readEnv(clerk).auth).toEqual({
    kind: 'clerk',
    publishableKey: publishable,
    secretKey: secret,
    jwtKey: null,
    apiUrl: null,
  })
})

it("Clerk's host is in its publishable key", () => {
  expect(clerkHost(publishable)).toBe('clerk.example.org')
})

it('with Clerk several processes share no secret of the built-in sign-in', () => {
  expect(problemsOf({ ...clerk, DATABASE_URL: 'postgres://a:b@localhost/c', ENCRYPTION_KEY: 'e'.repeat(40) })).toEqual(
    [],
  )
})

describe('a server does not start', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'without a publishable key',
      { CLERK_PUBLISHABLE_KEY: '' },
      'CLERK_PUBLISHABLE_KEY: Publishable key is missing. → use the key that Clerk shows under API keys, it begins with pk_',
    ],
    ...['pk_test_', 'pk_test_aGVsbG8', `pk_live_${btoa('a.b$$')}`, `pk_test_${btoa('host$')}`, 'sk_test_x'].map(
      (key): [string, Record<string, string>, string] => [
        `with ${key} as its publishable key`,
        { CLERK_PUBLISHABLE_KEY: key },
        'CLERK_PUBLISHABLE_KEY: Publishable key not valid. → use the key that Clerk shows under API keys, it begins with pk_',
      ],
    ),
    [
      'without the secret key',
      { CLERK_SECRET_KEY: '' },
      'CLERK_SECRET_KEY: is required with AUTH=clerk → use the secret key that Clerk shows under API keys',
    ],
    [
      'with keys of a test and a live instance',
      { CLERK_SECRET_KEY: secret.replace('test', 'live') },
      'CLERK_SECRET_KEY: is of another instance than CLERK_PUBLISHABLE_KEY → use two test or two live keys',
    ],
    [
      'with a public key that is none',
      { CLERK_JWT_KEY: 'abc' },
      'CLERK_JWT_KEY: is not a public key → use the PEM public key that Clerk shows under API keys',
    ],
    [
      'with two sign-in services',
      { AUTH_SECRET: 's'.repeat(40) },
      'AUTH_SECRET: belongs to AUTH=embedded, but AUTH is clerk → remove AUTH_SECRET',
    ],
    [
      'with a rule of sign-up that Clerk does not follow',
      { SIGNUP: 'invite' },
      'SIGNUP: has no effect with AUTH=clerk → remove it, and restrict sign-up at Clerk',
    ],
    [
      'with a key of Clerk and the built-in sign-in',
      { AUTH: 'embedded', CLERK_SECRET_KEY: '' },
      'CLERK_PUBLISHABLE_KEY: is set, but AUTH is embedded → set AUTH=clerk, or remove CLERK_PUBLISHABLE_KEY',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf({ ...clerk, ...change })).toEqual([problem])
  })
})
