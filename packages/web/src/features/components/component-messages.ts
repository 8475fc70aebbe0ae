/** All texts of this feature, for the product's message catalogue. */
import { catalogueMessages } from './catalogue-messages.ts'
import { debugMessages } from './debug-messages.ts'
import { editorMessages } from './editor-messages.ts'
import { formMessages } from './form-messages.ts'
import { parameterMessages } from './parameter-messages.ts'
import { settingMessages } from './setting-messages.ts'

export const componentMessages = {
  ...catalogueMessages,
  ...editorMessages,
  ...formMessages,
  ...settingMessages,
  ...parameterMessages,
  ...debugMessages,
} as const
