/** Build of the web: hashed assets into dist, which the server serves; the development server passes calls on to it. */

import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { actionNames } from './build/action-names.ts'
import { callTable } from './build/call-table.ts'
import { chunkGroups, iconGroup, layerGroup, treeshake } from './build/chunks.ts'
import { hiddenIcons } from './build/icons.ts'
import { findLayers } from './build/layers.ts'
import { pureModules } from './build/pure-modules.ts'
import { texts } from './build/texts.ts'

const root = import.meta.dirname
const serverAddress = process.env['PONE_SERVER'] ?? 'http://127.0.0.1:8600'
const plugins = () => [
  texts(join(root, 'src')),
  callTable(),
  actionNames(),
  pureModules(),
  hiddenIcons(),
  react(),
]

export default defineConfig(async ({ command }) => {
  const layers =
    command === 'build' ? await findLayers(root, plugins(), { treeshake }, chunkGroups) : new Map()
  return {
    plugins: plugins(),
    root,
    server: { proxy: { '/apm-api': { target: serverAddress, ws: true } } },
    build: {
      outDir: 'dist',
      assetsDir: 'assets',
      target: 'es2022',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 900,
      rolldownOptions: {
        treeshake,
        output: { codeSplitting: { groups: [...chunkGroups, iconGroup(layers), layerGroup(layers)] } },
      },
    },
  }
})
