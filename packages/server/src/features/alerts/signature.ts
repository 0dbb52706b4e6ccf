import { createHmac, randomBytes } from 'node:crypto'

/** A new secret for signatures, which the user copies into the receiver. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`
}

/**
 * The headers of a message to a webhook of the user's own. The receiver computes the HMAC-SHA256 of
 * `<timestamp>.<body>` with its secret, compares it, and refuses a timestamp that is minutes old.
 *
 * @param secret null: the message is not signed
 */
export function webhookHeaders(
  secret: string | null,
  { deliveryId, body, now }: { deliveryId: string; body: string; now: Date },
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = { 'waxseal-delivery': deliveryId, 'waxseal-timestamp': String(timestamp) }
  if (secret === null) return headers
  return { ...headers, 'waxseal-signature': `v1=${webhookSignature(secret, timestamp, body)}` }
}

/** In hex. */
function webhookSignature(secret: string, timestampSeconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex')
}
