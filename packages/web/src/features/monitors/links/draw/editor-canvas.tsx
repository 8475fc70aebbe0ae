/** The canvas of the editor with its keys and drops. */
import type { LinkBackground } from '@pone/contract/entities/monitor-link.ts'
import { useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { BackgroundPicture } from '../canvas/background-picture.tsx'
import { LinkCanvas } from '../canvas/link-canvas.tsx'
import { LinkContext } from '../canvas/link-context.ts'
import type { ProposedFlowEdge } from '../canvas/proposed-edge.tsx'
import type { OpenProposal } from './proposals/proposal-model.ts'
import type { useFlow } from './use-flow.ts'
import { handleLinkKeys, type LinkCommands } from './use-link-keys.ts'
import type { Placing } from './use-placing.ts'

const snapGrid: [number, number] = [4, 4]

export function EditorCanvas(props: {
  readonly flow: ReturnType<typeof useFlow>
  readonly placing: Placing
  readonly commands: LinkCommands
  readonly proposed: readonly OpenProposal[]
  readonly isReadOnly: boolean
  readonly background: LinkBackground | undefined
  readonly isEmpty: boolean
}) {
  const { flow, placing, commands, proposed, isReadOnly, background, isEmpty } = props
  const t = useT()
  const types = useMonitorTypes()
  const context = useMemo(() => ({ live: null, types }), [types])
  const edges = useMemo(() => [...flow.edges, ...proposed.flatMap(proposedEdge)], [flow.edges, proposed])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the nodes within, which take the focus
    <div
      className="link-canvas"
      role="application"
      aria-label={t('monitorLink.map')}
      onKeyDown={event => !isReadOnly && handleLinkKeys(event, commands)}
      onDragOver={event => event.preventDefault()}
      onDrop={placing.drop}
    >
      <LinkContext value={context}>
        <LinkCanvas
          nodes={flow.nodes}
          edges={edges}
          onNodesChange={flow.onNodesChange}
          onEdgesChange={flow.onEdgesChange}
          onConnect={placing.connect}
          nodesDraggable={!isReadOnly}
          nodesConnectable={!isReadOnly}
          selectionOnDrag={false}
          snapToGrid
          snapGrid={snapGrid}
        >
          <BackgroundPicture background={background} />
        </LinkCanvas>
      </LinkContext>
      {isEmpty && <p className="link-empty">{t('monitorLink.emptyCanvas')}</p>}
    </div>
  )
}

/** Of nodes that are drawn; others are in the list alone. */
const proposedEdge = ({ proposal: { key }, fromId, toId }: OpenProposal): ProposedFlowEdge[] =>
  fromId === null || toId === null
    ? []
    : [
        {
          id: `proposed ${key}`,
          type: 'proposed',
          source: fromId,
          target: toId,
          data: {},
          selectable: false,
          focusable: false,
        },
      ]
