import { keyScopes } from '@waxseal/core/plan'
import { z } from 'zod'
import { createApiKeyRoute, listApiKeysRoute, revokeApiKeyRoute } from './api-keys.route.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isPrintable, isVisible } from './printable.ts'
import * as wording from './wording.ts'

const scope = z.enum(keyScopes)

const apiKeyItem = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The first characters of the key, to recognize it. */
    starts_with: z.string(),
    scopes: z.array(scope),
    created_at: z.string(),
    /** The name of the member who created it. It works while that member is an admin or owner. */
    created_by: z.string(),
    /** null: no expiry. */
    expires_at: z.string().nullable(),
    expired: z.boolean(),
    /** To the minute; null: never used. */
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' })

export const listApiKeys = endpoint({
  route: listApiKeysRoute,
  summary: 'Returns the API keys of the workspace that are not revoked, newest first.',
  status: 200,
  reply: z.object({
    keys: z.array(apiKeyItem),
    /** Whether the plan has API keys. Without it, the keys are kept and do not work. */
    allowed: z.boolean(),
  }),
  errors: ['unauthorized'],
})

export const createApiKey = endpoint({
  route: createApiKeyRoute,
  summary: 'Creates an API key of the workspace. Only this reply contains the key.',
  status: 201,
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1, wording.enterKeyName)
      .max(limits.apiKeyNameCharacters, wording.keyNameTooLong())
      .refine(isPrintable, wording.keyNameUnprintable)
      .refine(isVisible, wording.enterKeyName),
    /**
     * Each of `read`, `scan`, `write` and `admin` includes those before it. `admin` needs an owner who signed in within the
     * last ten minutes.
     */
    scopes: z.array(scope).min(1).max(keyScopes.length),
    /** ISO 8601 with its time zone, in the future and within two years; null: no expiry. */
    expires_at: z.iso.datetime({ offset: true }).max(40).nullable().default(null),
  }),
  reply: z.object({ api_key: apiKeyItem, key: z.string() }),
  errors: ['unauthorized', 'validation', 'feature_locked', 'sign_in_again'],
})

export const revokeApiKey = endpoint({
  route: revokeApiKeyRoute,
  summary: 'Revokes an API key. It stops working at once.',
  status: 204,
  params: z.object({ id: z.string().max(64) }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found'],
})
