/** The subject of the upgrade dialog: the feature key of the specification and the server's sentence, if any. */
export interface UpgradeRequest {
  feature: string
  detail: string | null
}

type Listener = () => void

let request: UpgradeRequest | null = null
const listeners = new Set<Listener>()

function set(next: UpgradeRequest | null): void {
  request = next
  for (const listener of listeners) listener()
}

/** Opens the upgrade dialog from anywhere; the shell shows it. */
export const upgrade = {
  open: (next: UpgradeRequest) => set(next),
  close: () => set(null),
  current: (): UpgradeRequest | null => request,
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
