/** The panel beside the canvas: properties of the selected node or edge, else of the map, and what is wrong with them. */
import { type LinkProblem, linkProblemTexts } from '@pone/contract/entities/monitor-link-rules.ts'
import { type Language, textIn } from '@pone/schema/bilingual.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { Alert, Button, Form, Input } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import type { HistoryAction } from '../../../../ui/editor/history.ts'
import { BackgroundFields } from './background-fields.tsx'
import { EdgeFields } from './edge-fields.tsx'
import { NodeFields } from './node-fields.tsx'
import { changeEdge, changeNode, type Drawing } from './topology.ts'

export interface PropertiesProps {
  readonly drawing: Drawing
  readonly selected: ReadonlySet<string>
  /** Those that are shown. */
  readonly problems: readonly LinkProblem[]
  readonly isReadOnly: boolean
  readonly dispatch: (action: HistoryAction<Drawing>) => void
  readonly select: (ids: ReadonlySet<string>) => void
  /** Called with the ids of the caller and of what it calls. */
  readonly onConnect: (from: string, to: string) => void
}

export function Properties(props: PropertiesProps) {
  const { drawing, selected, problems, isReadOnly, dispatch } = props
  const t = useT()
  const [id] = selected
  const node = selected.size === 1 ? drawing.nodes.find(each => each.id === id) : undefined
  const edge = selected.size === 1 ? drawing.edges.find(each => each.id === id) : undefined
  const part = node ?? edge
  return (
    <aside className="link-properties" aria-label={t('monitorLink.properties')}>
      <h2>
        {node ? t(`monitorLink.kind.${node.kind}`) : edge ? t('monitorLink.edge') : t('monitorLink.map')}
      </h2>
      {selected.size > 1 && (
        <p className="secondary">{t('monitorLink.selected', { count: selected.size })}</p>
      )}
      {part && <PartProblems problems={problems.filter(problem => problem.id === part.id)} />}
      <Form layout="vertical" disabled={isReadOnly} component="div">
        {node ? (
          <NodeFields
            key={node.id}
            node={node}
            others={drawing.nodes.filter(each => each.id !== node.id)}
            onConnect={to => props.onConnect(node.id, to)}
            onChange={(change, field) =>
              dispatch({
                kind: 'change',
                next: of => changeNode(of, node.id, change),
                field: `${node.id} ${field}`,
              })
            }
          />
        ) : edge ? (
          <EdgeFields
            key={edge.id}
            edge={edge}
            from={drawing.nodes.find(each => each.id === edge.from)}
            to={drawing.nodes.find(each => each.id === edge.to)}
            onChange={(change, field) =>
              dispatch({
                kind: 'change',
                next: of => changeEdge(of, edge.id, change),
                field: `${edge.id} ${field}`,
              })
            }
          />
        ) : (
          <MapFields drawing={drawing} isReadOnly={isReadOnly} dispatch={dispatch} />
        )}
      </Form>
      <ProblemList {...props} />
    </aside>
  )
}

function MapFields(props: Pick<PropertiesProps, 'drawing' | 'isReadOnly' | 'dispatch'>) {
  const { drawing, isReadOnly, dispatch } = props
  const t = useT()
  return (
    <>
      <Form.Item label={t('monitorLink.name')} extra={t('monitorLink.nameHelp')} required htmlFor="link-name">
        <Input
          id="link-name"
          maxLength={maxNameLength}
          value={drawing.name}
          onChange={event => {
            const name = event.target.value
            dispatch({ kind: 'change', next: of => ({ ...of, name }), field: 'name' })
          }}
        />
      </Form.Item>
      <BackgroundFields background={drawing.background} isReadOnly={isReadOnly} dispatch={dispatch} />
    </>
  )
}

const textOf = ({ code, params }: LinkProblem, language: Language): string =>
  textIn(linkProblemTexts[code], params, language)

function PartProblems({ problems }: { readonly problems: readonly LinkProblem[] }) {
  const language = useSession('language')
  return problems.map(problem => (
    <Alert
      key={`${problem.code} ${Object.values(problem.params).join(' ')}`}
      className="link-part-problem"
      type="error"
      showIcon
      title={textOf(problem, language)}
    />
  ))
}

/** All problems of the drawing, each of which leads to its place. */
function ProblemList({ drawing, problems, select }: PropertiesProps) {
  const t = useT()
  const language = useSession('language')
  if (problems.length === 0) return null
  const aliasOf = (id: string) =>
    [...drawing.nodes, ...drawing.edges].find(part => part.id === id)?.alias || t('monitorLink.unnamed')
  return (
    <section className="link-problems" aria-label={t('monitorLink.problems')}>
      <h3>{t('monitorLink.problemCount', { count: problems.length })}</h3>
      <ul>
        {problems.slice(0, 50).map(problem => (
          <li key={`${problem.at} ${problem.id} ${problem.code} ${Object.values(problem.params).join(' ')}`}>
            <Button
              type="link"
              size="small"
              onClick={() => select(new Set(problem.at === 'map' ? [] : [problem.id]))}
            >
              {problem.at === 'map'
                ? textOf(problem, language)
                : t('monitorLink.problemAt', { alias: aliasOf(problem.id), text: textOf(problem, language) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
