import { mount } from 'svelte'
import './studio.css'
import App from './App.svelte'
import { Studio } from './state/studio.svelte.ts'

const studio = new Studio()
// The page is never shown in another language first.
void studio.preferences.load().then(() => {
  mount(App, { target: document.getElementById('app')!, props: { studio } })
  return studio.start()
})
