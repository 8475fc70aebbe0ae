/** Hides the icons of @ant-design/icons from screen readers, those inside antd included: the library calls each an image named like its English file ("down", "close"). An icon with an `aria-label` of its own stays an image with that name. */
import type { Plugin } from 'vite'

/** Modules of icons: components and drawings. */
export const iconOf = /node_modules[\\/]@ant-design[\\/]icons(-svg)?[\\/]/

/** The library has two: most icons use the light one, which cannot show two colours. */
export const iconModule = /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(?:Light)?\.js$/
const asImage = /role: "img",\s*"aria-label": icon\.name\s*/

/** @throws Error if the library's code is no longer what this expects */
export function hideIcons(code: string): string {
  if (!asImage.test(code)) throw new Error('icons can no longer be hidden: @ant-design/icons has changed')
  return code.replace(asImage, '...(restProps["aria-label"] ? { role: "img" } : { "aria-hidden": true })')
}

export const hiddenIcons = (): Plugin => ({
  name: 'hidden-icons',
  transform: { filter: { id: iconModule }, handler: code => ({ code: hideIcons(code), map: null }) },
})
