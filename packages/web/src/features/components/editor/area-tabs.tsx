/** The tabs of the editor's sections, with marks for errors and the numbers of parameters and variables. */
import { Tabs } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { areas, type EditorArea } from './areas.ts'

interface AreaTabsProps {
  readonly area: EditorArea
  readonly onArea: (area: EditorArea) => void
  /** Problems of the code section; those of other sections come from the editor context. */
  readonly codeProblemCount: number
}

export function AreaTabs({ area, onArea, codeProblemCount }: AreaTabsProps) {
  const t = useT()
  const { state, problems } = useEditor()
  const isWrong = (name: EditorArea) =>
    name === 'code'
      ? codeProblemCount > 0
      : problems.some(problem => problem.area === name && problem.severity !== 'warning')
  const counts: Partial<Record<EditorArea, number>> = {
    parameters: state.document.parameters.length,
    variables: state.document.variables.length,
  }
  return (
    <Tabs
      className="cd-areas"
      activeKey={area}
      onChange={key => onArea(areas.find(name => name === key) ?? 'steps')}
      items={areas.map(name => ({
        key: name,
        label: (
          <span className={isWrong(name) ? 'cd-tab-wrong' : undefined}>
            {t(`component.tab.${name}`)}
            {(counts[name] ?? 0) > 0 && <span className="cd-count">{counts[name]}</span>}
          </span>
        ),
      }))}
    />
  )
}
