import { notify } from './notify.ts'

/** Copies a text. If the browser forbids it, shows a message and returns false. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    notify.error('The browser does not allow copying here. Select the text instead.')
    return false
  }
}
