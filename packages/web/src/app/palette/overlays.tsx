import type { ReactNode } from 'react'
import type { Overlay } from '../global-keys.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { Palette } from './palette.tsx'

interface Props {
  shown: Overlay | null
  onShow: (overlay: Overlay | null) => void
}

/** What the keys open over any screen. */
export function Overlays({ shown, onShow }: Props): ReactNode {
  const close = (): void => onShow(null)
  if (shown === 'palette') return <Palette onClose={close} onKeys={() => onShow('keys')} />
  return shown === 'keys' && <KeysDialog onClose={close} />
}
