export { addressRules } from './address-rules.ts'
export { testMailHost } from './mail-host-test.ts'
export { openRelayProbe } from './relay-probe.ts'
