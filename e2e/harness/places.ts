/** Folders and files of the browser tests in the checkout. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const e2eFolder = fileURLToPath(new URL('..', import.meta.url))

/** The one entry of the product. */
export const poneProgram = join(e2eFolder, '..', 'pone')
/** Screenshots of all pages, for visual review; not kept in git. */
export const screenshotFolder = join(e2eFolder, 'screenshots')
/** Screenshot, console and text of every page that was open when a check failed. */
export const failureFolder = join(screenshotFolder, 'failures')
export const chromiumProgram = '/usr/bin/chromium'
