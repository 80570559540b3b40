/**
 * The commands a caller's driver may send to an embedded session, by domain: those that Playwright, Puppeteer and Stagehand
 * use, and those that inspect or act on pages. A command that is not listed is refused, so a browser update opens nothing.
 * Left out on purpose: commands that bind ports, load extensions, read the system or the command line, crash the browser,
 * expose the protocol to pages, load network resources outside a page, or hand out file-system handles.
 */
const COMMANDS = {
  Accessibility:
    'enable disable getPartialAXTree getFullAXTree getRootAXNode getAXNodeAndAncestors getChildAXNodes queryAXTree',
  Animation: 'enable disable setPlaybackRate',
  Audits: 'enable disable',
  Browser:
    'getVersion setPermission grantPermissions resetPermissions setDownloadBehavior cancelDownload close getWindowBounds getWindowForTarget setWindowBounds setContentsSize',
  CSS: 'enable disable getComputedStyleForNode getInlineStylesForNode getMatchedStylesForNode getStyleSheetText startRuleUsageTracking stopRuleUsageTracking takeCoverageDelta',
  Console: 'enable disable clearMessages',
  DOM: 'enable disable describeNode discardSearchResults focus getAttributes getBoxModel getContentQuads getDocument getFlattenedDocument getFrameOwner getNodeForLocation getOuterHTML getSearchResults hideHighlight highlightNode performSearch pushNodesByBackendIdsToFrontend querySelector querySelectorAll removeAttribute removeNode requestChildNodes requestNode resolveNode scrollIntoViewIfNeeded setAttributeValue setAttributesAsText setFileInputFiles setNodeValue setOuterHTML',
  DOMDebugger: 'getEventListeners',
  DOMSnapshot: 'enable disable captureSnapshot',
  DOMStorage: 'enable disable clear getDOMStorageItems removeDOMStorageItem setDOMStorageItem',
  Debugger: 'enable disable getScriptSource pause resume setAsyncCallStackDepth setSkipAllPauses',
  Emulation:
    'canEmulate clearDeviceMetricsOverride clearGeolocationOverride clearIdleOverride resetPageScaleFactor setAutoDarkModeOverride setAutomationOverride setCPUThrottlingRate setDefaultBackgroundColorOverride setDeviceMetricsOverride setDocumentCookieDisabled setEmitTouchEventsForMouse setEmulatedMedia setEmulatedVisionDeficiency setFocusEmulationEnabled setGeolocationOverride setHardwareConcurrencyOverride setIdleOverride setLocaleOverride setNavigatorOverrides setPageScaleFactor setScriptExecutionDisabled setScrollbarsHidden setTimezoneOverride setTouchEmulationEnabled setUserAgentOverride setVisibleSize',
  Fetch:
    'enable disable continueRequest continueResponse continueWithAuth failRequest fulfillRequest getResponseBody takeResponseBodyAsStream',
  HeapProfiler: 'collectGarbage enable disable',
  IO: 'close read',
  IndexedDB:
    'enable disable requestDatabaseNames requestDatabase requestData deleteDatabase clearObjectStore',
  Input:
    'cancelDragging dispatchDragEvent dispatchKeyEvent dispatchMouseEvent dispatchTouchEvent imeSetComposition insertText setIgnoreInputEvents setInterceptDrags synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture',
  Inspector: 'enable disable',
  Log: 'enable disable clear startViolationsReport stopViolationsReport',
  Network:
    'enable disable clearBrowserCache clearBrowserCookies deleteCookies emulateNetworkConditions emulateNetworkConditionsByRule getAllCookies getCookies getRequestPostData getResponseBody overrideNetworkState setBlockedURLs setBypassServiceWorker setCacheDisabled setCookie setCookies setExtraHTTPHeaders setUserAgentOverride',
  Overlay: 'enable disable hideHighlight highlightNode highlightRect setShowViewportSizeOnResize',
  Page: 'enable disable addScriptToEvaluateOnNewDocument bringToFront captureScreenshot captureSnapshot close createIsolatedWorld getAppManifest getFrameTree getLayoutMetrics getNavigationHistory getResourceContent getResourceTree handleJavaScriptDialog navigate navigateToHistoryEntry printToPDF reload removeScriptToEvaluateOnNewDocument resetNavigationHistory screencastFrameAck setBypassCSP setDocumentContent setDownloadBehavior setFontFamilies setFontSizes setInterceptFileChooserDialog setLifecycleEventsEnabled setPrerenderingAllowed setWebLifecycleState startScreencast stopLoading stopScreencast',
  Performance: 'enable disable getMetrics setTimeDomain',
  Profiler:
    'enable disable setSamplingInterval start startPreciseCoverage stop stopPreciseCoverage takePreciseCoverage',
  Runtime:
    'enable disable addBinding awaitPromise callFunctionOn compileScript discardConsoleEntries evaluate getExceptionDetails getHeapUsage getIsolateId getProperties globalLexicalScopeNames queryObjects releaseObject releaseObjectGroup removeBinding runIfWaitingForDebugger runScript setAsyncCallStackDepth terminateExecution',
  Security: 'enable disable setIgnoreCertificateErrors',
  ServiceWorker: 'enable disable skipWaiting stopAllWorkers unregister',
  Storage:
    'clearCookies clearDataForOrigin clearDataForStorageKey getCookies getStorageKeyForFrame getUsageAndQuota setCookies',
  Target:
    'activateTarget attachToBrowserTarget attachToTarget autoAttachRelated closeTarget createBrowserContext createTarget detachFromTarget disposeBrowserContext getBrowserContexts getTargetInfo getTargets setAutoAttach setDiscoverTargets',
  WebAuthn:
    'enable disable addCredential addVirtualAuthenticator clearCredentials getCredential getCredentials removeCredential removeVirtualAuthenticator setAutomaticPresenceSimulation setUserVerified',
} as const;

export const ALLOWED_COMMANDS: ReadonlySet<string> = new Set(
  Object.entries(COMMANDS).flatMap(([domain, names]) => names.split(' ').map((name) => `${domain}.${name}`)),
);
