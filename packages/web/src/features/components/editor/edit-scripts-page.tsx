/** The page editScripts: the component of the address as code, in the same editor. */
import { ComponentOfAddress } from './component-design-page.tsx'

export function Page() {
  return <ComponentOfAddress area="code" />
}
