import type { DnsRecordToPublish } from '../check/index.ts'

/** Whether a record can be shown in a fenced block as it is: printable ASCII without characters of markup. */
export function isShowable({ name, value }: DnsRecordToPublish): boolean {
  return /^[!-~]{1,255}$/.test(name) && value.length <= 4_096 && /^[ -~]+$/.test(value) && !/[<>`]/.test(name + value)
}
