/** /pone/atf/projectList/info: project selection after sign-in. */
import { useT } from '../../../lib/i18n.ts'
import { ChoiceList } from './choice-list.tsx'

export function Page() {
  const t = useT()
  return <ChoiceList title={t('choice.title')} isCentred />
}
