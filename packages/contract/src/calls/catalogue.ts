/** The calls that the catalogues of components and of scenarios have in common: each gets them with its own words, permissions and schemas. */

import { done, idSchema, nameSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall } from '../call.ts'
import type { Permission } from '../permissions.ts'

const node = z.object({ ...projectScope, id: idSchema })
const nodes = z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(500) })

interface CatalogueShape {
  /** Word in paths and audit actions. */
  readonly name: string
  readonly zh: string
  readonly en: string
  readonly view: Permission
  readonly edit: Permission
  /** A node of the tree. */
  readonly node: z.ZodType
  /** A leaf with its document. */
  readonly leaf: z.ZodType
  readonly document: z.ZodType
}

/** `tree` gives parents before children; the root is made when missing. */
export function catalogueCalls<const S extends CatalogueShape>(of: S) {
  const { name } = of
  return {
    tree: defineCall({
      path: `/${name}/tree`,
      summary: { zh: `${of.zh}目录树`, en: `The catalogue of ${of.en}s` },
      permission: of.view as S['view'],
      input: z.object(projectScope),
      output: z.array(of.node as S['node']),
    }),
    rename: defineCall({
      path: `/${name}/rename`,
      summary: { zh: `重命名${of.zh}节点`, en: `Rename a node of the ${of.en}s` },
      permission: of.edit as S['edit'],
      input: node.extend({ name: nameSchema }),
      output: of.node as S['node'],
      audit: `${name}.rename`,
    }),
    /** Puts nodes under a parent, before the sibling `beforeId` or at the end. */
    move: defineCall({
      path: `/${name}/move`,
      summary: { zh: `移动${of.zh}节点`, en: `Move nodes of the ${of.en}s` },
      permission: of.edit as S['edit'],
      input: nodes.extend({ parentId: idSchema, beforeId: idSchema.nullable().default(null) }),
      output: done,
      audit: `${name}.move`,
    }),
    /** Copies nodes with all below them; names get a number where they collide. */
    copy: defineCall({
      path: `/${name}/copy`,
      summary: { zh: `复制粘贴${of.zh}节点`, en: `Copy nodes of the ${of.en}s` },
      permission: of.edit as S['edit'],
      input: nodes.extend({ parentId: idSchema }),
      output: z.array(of.node as S['node']),
      audit: `${name}.copy`,
    }),
    delete: defineCall({
      path: `/${name}/delete`,
      summary: { zh: `删除${of.zh}节点及其下级`, en: `Delete nodes of the ${of.en}s with all below them` },
      permission: of.edit as S['edit'],
      input: nodes,
      output: done,
      audit: `${name}.delete`,
    }),
    get: defineCall({
      path: `/${name}/get`,
      summary: { zh: `${of.zh}内容`, en: `A ${of.en}` },
      permission: of.view as S['view'],
      input: node,
      output: of.leaf as S['leaf'],
    }),
    /** Refused with EditedMeanwhile when `revision` is not the stored one; the answer holds the new revision. */
    save: defineCall({
      path: `/${name}/save`,
      summary: { zh: `保存${of.zh}`, en: `Save a ${of.en}` },
      permission: of.edit as S['edit'],
      input: node.extend({ revision: z.int32().min(1), document: of.document as S['document'] }),
      output: of.leaf as S['leaf'],
      audit: `${name}.save`,
    }),
  }
}
