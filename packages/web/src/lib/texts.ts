/** The texts of this tab. Apart from i18n.ts, because what the build adds to modules (build/texts.ts) needs it before any of them runs. */
import { session } from './session/session.ts'
import { createTextStore } from './text-store.ts'

export const texts = createTextStore(session.get().language)
