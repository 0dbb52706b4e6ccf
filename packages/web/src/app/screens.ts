import { paths } from '../lib/paths.ts'

interface Screen {
  to: string
  label: string
  /** Pressed after `g`, it leads there. */
  key: string
  /** It has no link in the header. */
  isTool?: true
}

/** The screens that the header, the keys and the command palette lead to. */
export const screens: readonly Screen[] = [
  { to: paths.dashboard, label: 'Dashboard', key: 'd' },
  { to: paths.domains, label: 'Domains', key: 'o' },
  { to: paths.tools, label: 'Tools', key: 't' },
  { to: paths.chat, label: 'AI Chat', key: 'c' },
  { to: paths.alerts, label: 'Alerts', key: 'a' },
  { to: paths.account, label: 'Account', key: 's' },
  { to: paths.headers, label: 'Header Analyzer', key: 'h', isTool: true },
  { to: paths.dnsHistory, label: 'DNS Change History', key: 'n', isTool: true },
]
