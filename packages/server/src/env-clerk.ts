import { parsePublishableKey } from '@clerk/shared/keys'
import { z } from 'zod'
import { oneOf, secret } from './env-values.ts'

/** Which service signs people in. */
export type AuthSettings =
  | { kind: 'embedded' }
  | {
      kind: 'clerk'
      publishableKey: string
      secretKey: string
      /** Public key of the instance (PEM): tokens are verified without a request. null: the keys are read from Clerk. */
      jwtKey: string | null
      /** Clerk's Backend API; null: at Clerk. */
      apiUrl: string | null
    }

/** The variables of the sign-in service. */
export const authSettings = {
  AUTH: oneOf(['embedded', 'clerk']).default('embedded'),
  AUTH_SECRET: secret.optional(),
  CLERK_PUBLISHABLE_KEY: z.string().optional(),
  CLERK_SECRET_KEY: z
    .string()
    .regex(/^sk_(?:test|live)_[!-~]{20,200}$/, 'is not a secret key of Clerk → use the key that begins with sk_')
    .optional(),
  CLERK_JWT_KEY: z
    .string()
    .regex(
      /^-----BEGIN PUBLIC KEY-----[\sA-Za-z0-9+/=]{100,2000}-----END PUBLIC KEY-----$/,
      'is not a public key → use the PEM public key that Clerk shows under API keys',
    )
    .optional(),
  CLERK_API_URL: z
    .string()
    .regex(/^https?:\/\/[!-~]{1,200}$/, 'is not a URL → use the address of the Backend API, or remove it')
    .optional(),
}

/** Those that may be in a file. */
export const authSecrets = ['AUTH_SECRET', 'CLERK_SECRET_KEY', 'CLERK_JWT_KEY'] as const

const schema = z.object(authSettings)
type Read = z.output<typeof schema> & { SIGNUP?: string | undefined }

const clerkNames = ['CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY', 'CLERK_JWT_KEY', 'CLERK_API_URL'] as const

/** What the settings of the sign-in service lack, each as a line for the operator. Only one service signs people in. */
export function authProblems(read: Read): string[] {
  if (read.AUTH === 'embedded') {
    return clerkNames
      .filter(name => read[name] !== undefined)
      .map(name => `${name}: is set, but AUTH is embedded → set AUTH=clerk, or remove ${name}`)
  }
  const problems = keyProblems(read)
  if (read.AUTH_SECRET !== undefined)
    problems.push('AUTH_SECRET: belongs to AUTH=embedded, but AUTH is clerk → remove AUTH_SECRET')
  if (read.SIGNUP !== undefined)
    problems.push('SIGNUP: has no effect with AUTH=clerk → remove it, and restrict sign-up at Clerk')
  return problems
}

function keyProblems({ CLERK_PUBLISHABLE_KEY: publishable, CLERK_SECRET_KEY: secretKey }: Read): string[] {
  const problems: string[] = []
  const fault = publishableKeyFault(publishable)
  if (fault !== null)
    problems.push(`CLERK_PUBLISHABLE_KEY: ${fault} → use the key that Clerk shows under API keys, it begins with pk_`)
  if (secretKey === undefined)
    problems.push('CLERK_SECRET_KEY: is required with AUTH=clerk → use the secret key that Clerk shows under API keys')
  else if (fault === null && publishable?.slice(3, 7) !== secretKey.slice(3, 7))
    problems.push('CLERK_SECRET_KEY: is of another instance than CLERK_PUBLISHABLE_KEY → use two test or two live keys')
  return problems
}

/** Why a key is no publishable key of Clerk, in Clerk's words; null: it is one. */
export function publishableKeyFault(key: string | undefined): string | null {
  if (key === undefined) return 'Publishable key is missing.'
  return parsePublishableKey(key) === null ? 'Publishable key not valid.' : null
}

/** The host of an instance's script and calls, which its publishable key names. @throws Error for a key that is none */
export function clerkHost(publishableKey: string): string {
  return parsePublishableKey(publishableKey, { fatal: true }).frontendApi
}

/** The sign-in service of settings without problems. */
export function authOf(read: Read): AuthSettings {
  const { CLERK_PUBLISHABLE_KEY: publishableKey, CLERK_SECRET_KEY: secretKey } = read
  if (read.AUTH === 'embedded' || publishableKey === undefined || secretKey === undefined) return { kind: 'embedded' }
  const { CLERK_JWT_KEY: jwtKey = null, CLERK_API_URL: apiUrl = null } = read
  return { kind: 'clerk', publishableKey, secretKey, jwtKey, apiUrl }
}
