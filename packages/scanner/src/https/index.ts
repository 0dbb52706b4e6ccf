export type { HttpsFailure } from './failure.ts'
export type { HttpsGet, HttpsOptions, HttpsReply } from './https-get.ts'
export { createHttpsGet, type HttpsGetOptions } from './https-get.ts'
export {
  createHttpsPost,
  type HttpsPost,
  type HttpsPostOptions,
  type PostReply,
  type PostRequest,
  secondsOfRetryAfter,
} from './https-post.ts'
export { checkWebhookUrl, type WebhookKind, type WebhookVerdict, webhookKinds } from './webhook-url.ts'
