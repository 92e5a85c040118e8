import JSONText

extension FuzzWorld {
  /// Two tenants with something of everything.
  static let seed: JSONObject = [
    "tenants": ["contoso": .null, "fabrikam": .null],
    "apps": [
      "mail": ["bundleId": "com.contoso.mail"], "docs": ["bundleId": "com.contoso.docs"],
    ],
    "licences": [
      "ems": [
        "skuId": "11111111-1111-4111-8111-111111111111", "skuPartNumber": "EMSPREMIUM",
        "servicePlans": ["INTUNE_A", "AAD_PREMIUM"], "units": 3,
      ]
    ],
    "users": [
      "ana": [
        "upn": "ana@contoso.com", "tenant": "contoso", "objectId": "o-ana", "licences": ["ems"],
      ],
      "ben": ["upn": "ben@contoso.com", "tenant": "contoso", "password": "p"],
      "dan": ["upn": "dan@contoso.com", "tenant": "contoso", "licensed": false],
      "eve": ["upn": "eve@fabrikam.com", "tenant": "fabrikam"],
    ],
    "groups": [
      "staff": ["ana", "ben"],
      "partners": ["id": "g-partners", "members": ["eve"], "tenant": "fabrikam"],
    ],
    "policies": [
      "baseline": [
        "assign": ["staff"], "apps": ["mail", "docs"],
        "settings": [
          "pinRequired": true, "minimumPinLength": 6,
          "allowedDataStorageLocations": ["sharePoint", "photoLibrary"],
          "minimumRequiredOsVersion": "13.0",
        ],
      ],
      "strict": [
        "apps": ["mail"],
        "settings": ["saveAsBlocked": true, "periodOfflineBeforeAccessCheck": "PT1H"],
      ],
      "other": ["tenant": "fabrikam", "assign": ["partners"], "apps": ["mail"]],
    ],
    "configurations": [
      "mailconfig": ["assign": ["staff"], "apps": ["mail"], "settings": ["greeting": "hello"]]
    ],
    "mdmDevices": [
      "phone": [
        "user": "ana", "osVersion": "13.5",
        "configurations": ["mail": ["IntuneMAMAllowedAccountsOnly": "Enabled", "limit": 3]],
      ]
    ],
  ]
}
