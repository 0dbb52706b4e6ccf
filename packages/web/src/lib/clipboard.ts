import { notify } from './notify.ts'

/** Copies a text. Where the browser forbids it, says so and gives false. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    notify.error('The browser does not allow copying here. Select the text instead.')
    return false
  }
}
