/** The thread group: number of users, ramp-up and run length when the component runs by itself. */
import { type ThreadGroup, threadGroupSchema } from '@pone/plan/component/component.ts'
import { threadGroupForm } from '@pone/plan/component/thread-group-form.ts'
import { FormView } from '../../../ui/form/form-view.tsx'
import { objectSource } from '../../../ui/form/object-source.ts'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { useComponentHost } from '../fields/component-widgets.tsx'

export function ThreadGroupForm() {
  const { state } = useEditor()
  const edit = useDocumentEdit()
  const host = useComponentHost()
  const source = objectSource({
    values: state.document.threadGroup,
    schema: threadGroupSchema,
    prefix: 'threadGroup.',
    // The form changes fields of the group; the editor validates their values like typed text.
    onChange: (group, typedInto) => edit('threadGroup', group as ThreadGroup, typedInto),
  })
  return (
    <div className="cd-form cd-page-form">
      <FormView form={threadGroupForm} source={source} host={host} />
    </div>
  )
}
