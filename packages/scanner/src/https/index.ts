export type { HttpsGet, HttpsOptions, HttpsReply } from './https-get.ts'
export { createHttpsGet, type HttpsGetOptions } from './https-get.ts'
