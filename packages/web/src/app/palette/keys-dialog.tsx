import type { ReactNode } from 'react'
import { goKey, keyTable } from '../../lib/key-table.ts'
import { singleKeys, useSingleKeys } from '../../lib/single-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { modifierName } from '../global-keys.ts'
import { screens } from '../screens.ts'
import { Keys } from './keys.tsx'

interface Line {
  does: string
  /** Each does the same. */
  keys: readonly (readonly string[])[]
}

/** All keys, and the switch for those that act alone. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const on = useSingleKeys()
  return (
    <Dialog open onOpenChange={onClose} shape="wide" title="Keyboard shortcuts">
      <Switch
        label="Single-key shortcuts"
        hint={`They never act in a field or a dialog. ${modifierName} K works even when they are off.`}
        on={on}
        onChange={singleKeys.set}
      />
      <div className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <Section title="Everywhere" lines={linesOf('everywhere')} />
        <Section title="In lists" lines={linesOf('lists')} />
        <Section title="Go to" lines={screens.map(({ label, key }) => ({ does: label, keys: [[goKey, key]] }))} />
      </div>
    </Dialog>
  )
}

function linesOf(place: 'everywhere' | 'lists'): Line[] {
  return Object.values(keyTable)
    .filter(({ where }) => where === place)
    .map(({ does, keys, ...row }) => ({
      does,
      keys: keys.map(key => ('isModified' in row ? [modifierName, key.toUpperCase()] : [key])),
    }))
}

function Section({ title, lines }: { title: string; lines: readonly Line[] }): ReactNode {
  return (
    <section>
      <h3 className="border-b border-line pb-1 text-13 font-[560]">{title}</h3>
      <dl>
        {lines.map(({ does, keys }) => (
          <div key={does} className="flex min-h-8 items-center justify-between gap-4 text-13">
            <dt>{does}</dt>
            <dd className="flex items-center gap-2">
              {keys.map((one, at) => (
                <span key={one.join(' ')} className="inline-flex items-center gap-2">
                  {at > 0 && <span className="text-ink3">or</span>}
                  <Keys keys={one} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
