/// <reference types="vitepress/client" />
import type { Theme } from 'vitepress';
import DefaultTheme, { VPHomeContent, VPHomeHero } from 'vitepress/theme-without-fonts';
import Home from './home.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('HomeHero', VPHomeHero);
    app.component('HomeContent', VPHomeContent);
    app.component('home', Home);
  },
} satisfies Theme;
