/** The texts of this tab. Separate from i18n.ts, because the code that the build adds to modules (build/texts.ts) needs it before any of them runs. */
import { session } from './session/session.ts'
import { createTextStore } from './text-store.ts'

export const texts = createTextStore(session.get().language)
